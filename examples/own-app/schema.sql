-- The tables of a small quilting application, as it might have them: serial ids, designs in a form of its own.
create table app_user (
  id serial primary key,
  auth_sub text unique not null -- who signs in: the `sub` of the identity provider's tokens
);

create table project (
  id serial primary key,
  title text not null,
  is_archived boolean not null default false,
  created timestamptz not null default now()
);

create table project_member (
  project_id integer not null references project on delete cascade,
  user_id integer not null references app_user on delete cascade,
  primary key (project_id, user_id)
);

create table block (
  id serial primary key,
  user_id integer not null references app_user on delete cascade,
  project_id integer references project on delete set null,
  title text not null,
  inches_wide double precision not null,
  inches_high double precision not null,
  -- [{ "color": "#F4E8D0", "corners": [[0, 0], [1, 0], [1, 1]] }]: corners are shares of the block.
  patches jsonb not null default '[]',
  is_archived boolean not null default false,
  created timestamptz not null default now()
);

create table quilt (
  id serial primary key,
  user_id integer not null references app_user on delete cascade,
  project_id integer references project on delete set null,
  title text not null,
  block_inches double precision not null,
  -- Rows of blocks from top to bottom: [[{ "block": 1, "turns": 0 }, { "block": 1, "turns": 1 }]]
  layout jsonb not null default '[]',
  is_archived boolean not null default false,
  created timestamptz not null default now()
);

create index on project_member (user_id);
create index on block (user_id, created, id);
create index on quilt (user_id, created, id);
