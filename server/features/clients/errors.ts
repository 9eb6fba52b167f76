import { notFound, problem, type Problem } from "../../platform/http/problem.ts";

export const clientRevoked = problem("CLIENT_REVOKED", 409, "Client revoked", {
  cause: "The client was revoked, which is for good.",
  remedy: "Create another client.",
});

export const clientNameTaken = problem("CLIENT_NAME_TAKEN", 409, "Client name taken", {
  cause:
    "The organisation has a client of this name already, a revoked one perhaps; case, diacritics and extra spaces do not count.",
  remedy: "Choose another name.",
});

export function noSuchClient(): Problem {
  return notFound("No such client.");
}

export function noSuchKey(): Problem {
  return notFound("The client has no such public key.");
}

export function noSuchSecret(): Problem {
  return notFound("The client has no such secret that still works.");
}
