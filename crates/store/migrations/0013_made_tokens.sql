-- The token that a token was made with, which is revoked with it. Tokens from before this have none.
alter table tokens add column made_by blob;
