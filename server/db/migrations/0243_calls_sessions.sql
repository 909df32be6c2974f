-- The session (session.device_id) that runs each side of a call which has not ended: signing it out ends the call.
alter table call add caller_session uuid;
alter table call add broadcaster_session uuid;
