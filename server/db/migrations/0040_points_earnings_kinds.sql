-- How points leave an earnings account beside a refund: payout (as money, to her bank), settlement (to her debt) and
-- clawback (to the house, after a lost chargeback). A file of its own: a new value serves only after its commit.
alter type transfer_kind add value 'payout';
alter type transfer_kind add value 'settlement';
alter type transfer_kind add value 'clawback';
