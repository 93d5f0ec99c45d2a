-- The tables of the campaign in PostgreSQL.
create table sms_campaigns (
  id serial primary key, "createdAt" timestamptz not null default now(),
  campaign text not null, state text, people integer, weekdays text, saturday text, sunday text,
  "turnAt" text, execution text
);
create table sms_recipients (
  id serial primary key,
  campaign text not null, again text not null default '', name text, recipient text, number text,
  text text not null, result text, description text
);
create index on sms_recipients (campaign, id) where coalesce(result, '') = '';
create index on sms_recipients (number) where coalesce(result, '') = '';
create table sms_messages (
  id serial primary key, "createdAt" timestamptz not null default now(),
  recipient text, result text, description text, number text, accepted boolean, "messageId" text,
  "gatewayResult" text, reference text, parts integer, "scheduledAt" text, "submittedAt" text, name text,
  status text, "statusAt" text, final boolean, reply text, "repliedAt" text,
  unique (reference, number)
);
create index on sms_messages ("messageId");
create index on sms_messages (id) where final is null;
create table sms_replies (
  id serial primary key, "recordId" text unique,
  "from" text, "receivedAt" text, text text, "sentMessageId" text, "optOut" boolean, raw text
);
create table sms_alerts (workflow text primary key, trouble text, message text);

-- Put a Postgres node with the operation Execute Query and the same settings (Always Output Data, Execute
-- Once) in place of each Data Table node. Here is its name, its Query Parameters and its query. Write the
-- parameters as one expression that gives a list: otherwise n8n splits them at the commas in people's texts.
-- Those that end with "once" have Execute Once on.

-- Campaign

-- Same Name: ={{ [ $('Work on Rows').first().json.campaign ] }}
select id from sms_campaigns where campaign = $1 limit 1;

-- Claim the Name: ={{ [ $('Campaign: New').first().json.campaign, $('Check the File').first().json.people, $('Campaign: New').first().json.weekdays.replace(/\s/g, ''), $('Campaign: New').first().json.saturday.replace(/\s/g, ''), $('Campaign: New').first().json.sunday.replace(/\s/g, ''), $execution.id ] }}
insert into sms_campaigns (campaign, state, people, weekdays, saturday, sunday, "turnAt", execution)
values ($1, 'being stored', $2, $3, $4, $5, '', $6);

-- First of This Name: ={{ [ $('Campaign: New').first().json.campaign ] }}
select execution from sms_campaigns where campaign = $1 order by id limit 1;

-- Give the Name Back: ={{ [ $execution.id ] }}
delete from sms_campaigns where execution = $1;

-- Store Rows, once: ={{ [ JSON.stringify($input.all().map(({ json }) => json)) ] }}
insert into sms_recipients (campaign, again, name, recipient, number, text, result, description)
select * from json_to_recordset($1::json) as r (campaign text, again text, name text, recipient text, number text,
  text text, result text, description text);

-- Run: ={{ [ $execution.id ] }}
update sms_campaigns set state = 'running' where execution = $1 returning campaign;

-- Campaigns: no parameters
select * from sms_campaigns order by id desc;

-- Trouble: no parameters
select * from sms_alerts limit 1;

-- Pause: ={{ [ $('Work on Rows').first().json.campaign ] }}
update sms_campaigns set state = 'paused' where campaign = $1;

-- Go On: ={{ [ $('Work on Rows').first().json.campaign ] }}
update sms_campaigns set state = 'running' where campaign = $1;

-- End: ={{ [ $('Work on Rows').first().json.campaign ] }}
update sms_campaigns set state = 'ended' where campaign = $1;

-- Close Open Rows: ={{ [ $('Work on Rows').first().json.campaign ] }}
update sms_recipients set result = 'ENDED', description = 'The campaign was ended before'
where campaign = $1 and coalesce(result, '') = '';

-- Reopen Those in Doubt: ={{ [ $('Work on Rows').first().json.campaign, $now.toISO() ] }}
update sms_recipients set result = '', again = ' again ' || $2
where campaign = $1 and result = 'UNCONFIRMED';

-- Delete Recipients: ={{ [ $('Work on Rows').first().json.campaign ] }}
delete from sms_recipients where campaign = $1;

-- Delete Campaign: ={{ [ $('Work on Rows').first().json.campaign ] }}
delete from sms_campaigns where campaign = $1;

-- Its Recipients: ={{ [ $('Work on Rows').first().json.campaign ] }}
select * from sms_recipients where campaign = $1 order by id;

-- Its Messages: ={{ [ $('Work on Rows').first().json.campaign ] }}
select * from sms_messages where starts_with(reference, $1) order by id;

-- Its State: ={{ [ $('Work on Rows').first().json.campaign ] }}
select state from sms_campaigns where campaign = $1 limit 1;

-- Campaign: Send

-- Last Alert: no parameters
select * from sms_alerts where workflow = 'Campaign: Send';

-- Running Campaigns: no parameters
select * from sms_campaigns where state = 'running' order by "turnAt";

-- Take the Turn: ={{ [ $('First in Turn').first().json.campaign, $now.toUTC().toISO() ] }}
update sms_campaigns set "turnAt" = $2 where campaign = $1;

-- Next Rows: ={{ [ $('First in Turn').first().json.campaign ] }}
select * from sms_recipients where campaign = $1 and coalesce(result, '') = '' order by id limit 100;

-- None Left, once: ={{ [ $('First in Turn').first().json.campaign ] }}
select 1 as none
where not exists (select 1 from sms_recipients where campaign = $1 and coalesce(result, '') = '');

-- Finished: ={{ [ $('First in Turn').first().json.campaign ] }}
update sms_campaigns set state = 'finished' where campaign = $1 and state = 'running';

-- Store Results, once: ={{ [ JSON.stringify($input.all().map(({ json }) => json)) ] }}
insert into sms_messages (recipient, result, description, number, accepted, "messageId", "gatewayResult", reference,
  parts, "scheduledAt", "submittedAt", name)
select * from json_to_recordset($1::json) as r (recipient text, result text, description text, number text,
  accepted boolean, "messageId" text, "gatewayResult" text, reference text, parts integer, "scheduledAt" text,
  "submittedAt" text, name text)
on conflict do nothing;

-- Mark as Done: ={{ [ $('First in Turn').first().json.campaign, $json.first, $json.last, $json.result ] }}
update sms_recipients set result = $4 where campaign = $1 and id between $2 and $3 and coalesce(result, '') = '';

-- Remember: ={{ [ $json.trouble, $json.message ] }}
insert into sms_alerts (workflow, trouble, message) values ('Campaign: Send', $1, $2)
on conflict (workflow) do update set trouble = $1, message = $2;

-- Delivery Tracking

-- Open Messages: no parameters
select id, "messageId" from sms_messages
where final is null and "messageId" is not null and "createdAt" > now() - interval '3 days';

-- Store Status, once: ={{ [ JSON.stringify($input.all().map(({ json }) => json)) ] }}
update sms_messages m set status = s.status, "statusAt" = s."statusAt", final = true
from json_to_recordset($1::json) as s (id integer, status text, "statusAt" text) where m.id = s.id;

-- Replies

-- Latest Replies: no parameters
select "recordId" from sms_replies order by id desc limit 1000;

-- Store Replies, once: ={{ [ JSON.stringify($input.all().map(({ json }) => json)) ] }}
insert into sms_replies ("recordId", "from", "receivedAt", text, "sentMessageId", "optOut", raw)
select * from json_to_recordset($1::json) as r ("recordId" text, "from" text, "receivedAt" text, text text,
  "sentMessageId" text, "optOut" boolean, raw text)
on conflict do nothing;

-- Write to Its Message: ={{ [ $json.text, $json.receivedAt, $json.sentMessageId ] }}
update sms_messages set reply = $1, "repliedAt" = $2 where "messageId" = $3;

-- Close Open Rows: ={{ [ $json.from ] }}
update sms_recipients set result = 'OPTED_OUT', description = 'Opted out by a reply'
where number = $1 and coalesce(result, '') = '';

-- Scheduled Messages: ={{ [ $json.from, $now.toUTC().toISO() ] }}
select "messageId" from sms_messages
where number = $1 and final is null and "messageId" is not null and "scheduledAt" > $2;

-- Store Deletion: ={{ [ $json.messageId ] }}
update sms_messages set status = 'DELETED', final = true where "messageId" = $1;
