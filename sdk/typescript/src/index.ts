export { Muster } from "./muster.ts";
export { version } from "./generated/operations.ts";
export { Walk } from "./walk.ts";
export { ImportError, type WaitOptions } from "./imports.ts";
export type { FollowedPage, FollowOptions } from "./follow.ts";
export {
  AddressError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  DeadlineError,
  MusterError,
  NotFoundError,
  PermissionError,
  PreconditionError,
  ProblemError,
  RateLimitError,
  ServerError,
  ValidationError,
} from "./errors.ts";
export { isEvent, newWebhookSecret, signWebhook, verifyWebhook, WebhookError } from "./webhooks.ts";
export type { AnyEvent, KnownEvent, UnknownEvent, VerifyOptions, WebhookFault } from "./webhooks.ts";
export type { AnswerFacts, CallOptions, ChangeOptions, MusterOptions, UploadBody, WriteOptions } from "./transport.ts";
export type { KeyPair, PrivateJwk, PrivateKey } from "./signing.ts";
export type { Clock } from "./clock.ts";
export type * from "./generated/types.ts";
