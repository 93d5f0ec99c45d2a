-- The two tables of the campaign in PostgreSQL.
create table sms_campaign (
  id serial primary key,
  campaign text not null, name text, recipient text, number text, text text not null,
  parts integer, problem text, done boolean not null default false
);
create index on sms_campaign (id) where not done;
create index on sms_campaign (number) where not done;
create unique index on sms_campaign (campaign, number) where problem is null;

create table sms_messages (
  id serial primary key, "createdAt" timestamptz not null default now(),
  recipient text, number text, accepted boolean, "messageId" text, result text, description text,
  "gatewayResult" text, reference text, parts integer, "scheduledAt" text, "submittedAt" text,
  status text, "statusAt" text, final boolean, reply text, "repliedAt" text,
  unique (reference, number)
);
create index on sms_messages ("messageId");
create index on sms_messages (id) where final is null;

-- The query of Store Status, with {{ JSON.stringify($json.final) }} as its query parameter:
-- update sms_messages m set status = s.status, "statusAt" = s."statusAt", final = true
-- from json_to_recordset($1::json) as s (id integer, status text, "statusAt" text)
-- where m.id = s.id

-- The queries of the other nodes, with what the conditions and columns of the data table have as parameters.
-- Row of This Campaign: select id from sms_campaign where campaign = $1 limit 1
-- Write to Its Message: update sms_messages set reply = $1, "repliedAt" = $2 where "messageId" = $3
-- Close Open Rows: update sms_campaign set done = true, problem = 'Opted out by a reply' where number = $1 and not done
-- Scheduled Messages: select "messageId" from sms_messages
--   where number = $1 and final is null and "messageId" is not null and "scheduledAt" > $2
-- Store Deletion: update sms_messages set status = 'DELETED', final = true where "messageId" = $1
