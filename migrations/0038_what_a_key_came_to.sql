-- What a request with an Idempotency-Key came to, written in the transaction that did it: {"value": …}. It is there when the
-- transaction committed, whatever became of the answer; once that is stored as well it is null again. A claim that its owner gave
-- back with a result has the claim_id infra.no_id().
alter table idempotency_key add column result jsonb;
