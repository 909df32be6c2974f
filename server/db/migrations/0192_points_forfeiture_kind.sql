-- What becomes of the points of somebody who left for good. A file of its own: a new value serves only after its commit.
alter type transfer_kind add value 'forfeiture';
