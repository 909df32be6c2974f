-- How often a pair has talked: counted for each ring (server/calls/earlier-calls.ts).
create index call_met on call (broadcaster_id, caller_id, connected_at) where connected_at is not null;

-- Operators search members by the beginning of a name (server/moderation/member-queries.ts).
create index member_name on member (lower(name) text_pattern_ops, id);
