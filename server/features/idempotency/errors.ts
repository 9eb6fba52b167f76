import { problem } from "../../platform/http/problem.ts";

export const idempotencyKeyInUse = problem("IDEMPOTENCY_KEY_IN_USE", 409, "Idempotency key in use", {
  cause: "The first request with this Idempotency-Key is still being carried out.",
  remedy: "Repeat the request after Retry-After with the same key: it answers as the first one did.",
});

export const idempotencyKeyReused = problem("IDEMPOTENCY_KEY_REUSED", 422, "Idempotency key reused", {
  cause: "This client has sent the same Idempotency-Key within 24 hours with another body or to another address.",
  remedy: "Send a new key with every new operation, and the old one only to repeat a request unchanged.",
});
