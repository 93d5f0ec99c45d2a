-- The two tables of the campaign in PostgreSQL.
create table sms_campaign (
  id serial primary key,
  campaign text not null, name text, recipient text, number text, text text not null,
  parts integer, problem text, done boolean not null default false
);
create index on sms_campaign (id) where not done;
create index on sms_campaign (number) where not done;

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
