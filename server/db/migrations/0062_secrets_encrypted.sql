-- Columns with encrypted content say so; before, they were called sealed.
alter table member_phone rename column number_sealed to number_encrypted;
alter table phone_code rename column number_sealed to number_encrypted;
alter table payout rename column bank_sealed to bank_encrypted;
alter table payout_account rename column sealed to encrypted;
alter table outgoing_sms rename column sealed to encrypted;
alter table market_address rename column sealed to encrypted;
alter table market_parcel_address rename column sealed to encrypted;
