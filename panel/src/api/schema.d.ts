// Made by `npm run generate`; do not edit.
export interface paths {
  "/panel/api/session": {
    /** Who is signed in, and where */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Session"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    patch?: never;
    delete?: never;
  };
}

export interface components {
  schemas: {
    /** The request's headers exceed 16 KiB. Send fewer or shorter headers. */
    HeadersTooLargeProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Request header fields too large";
      status: 431;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "HEADERS_TOO_LARGE";
      /** The same as in the header X-Request-Id. */
      request_id: string;
    };
    /** Something failed on our side; the log holds it under the request id. Repeat the request later. If it persists, report `request_id`. */
    InternalErrorProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Internal error";
      status: 500;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "INTERNAL_ERROR";
      /** The same as in the header X-Request-Id. */
      request_id: string;
    };
    /** The request cannot be read: the body is not one JSON object in UTF-8, names a member twice, nests deeper than 32 levels, or the request carries two kinds of credentials. Send one well-formed JSON object, and either X-API-Key or Authorization, not both. */
    MalformedRequestProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Malformed request";
      status: 400;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "MALFORMED_REQUEST";
      /** The same as in the header X-Request-Id. */
      request_id: string;
    };
    /** The operation is meant for other roles than that of the account. Ask an IT administrator of the organisation to do it, or to give the account another role. */
    RoleNotAllowedProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Role not allowed";
      status: 403;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "ROLE_NOT_ALLOWED";
      /** The same as in the header X-Request-Id. */
      request_id: string;
    };
    Session: {
      account: {
        id: string;
        kind: "administrator" | "person";
        name: string;
        email: string | null;
        role: "it_admin" | "training_admin" | "compliance_officer" | "learner";
        /** Language that the account asks for. */
        locale: string | null;
        /** A one-time code is asked for at sign-in. */
        second_factor: boolean;
      };
      organisation: {
        code: string;
        name: string;
        time_zone: string;
        kind: "live" | "sandbox";
        /** On the organisation's clock. */
        now: string;
      };
      /** Until when operations that ask for the password again need not ask; null: they do. */
      stepped_up_until: string | null;
      /** The account has no password yet, or came by a link to set a new one. */
      must_set_password: boolean;
      base_url: string;
      version: string;
    };
    /** The request carries no session of the panel, or the session has ended: by signing out, by 30 minutes without use (a learner's: 8 hours), by its age, or because the account or its role was changed. Sign in. */
    UnauthenticatedProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Not signed in";
      status: 401;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "UNAUTHENTICATED";
      /** The same as in the header X-Request-Id. */
      request_id: string;
    };
    /** The database did not answer in time, or the service is starting, stopping or overloaded. Repeat the request after Retry-After. A create whose outcome is unknown is safe to repeat: 409 means that it succeeded. */
    UnavailableProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Service unavailable";
      status: 503;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "UNAVAILABLE";
      /** The same as in the header X-Request-Id. */
      request_id: string;
    };
    /** The URL is longer than 8 KiB. Send fewer or shorter query parameters. */
    UriTooLongProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "URI too long";
      status: 414;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "URI_TOO_LONG";
      /** The same as in the header X-Request-Id. */
      request_id: string;
    };
    /** The request was read, but some of its fields cannot be accepted. Mend each entry of `errors` (it names the place and a code) and send the request again. */
    ValidationFailedProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Validation failed";
      status: 422;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "VALIDATION_FAILED";
      /** The same as in the header X-Request-Id. */
      request_id: string;
      errors?: {
        /** JSON Pointer into the body, as a URI fragment (RFC 9457 §3). */
        pointer?: string;
        /** Name of the query parameter. */
        parameter?: string;
        /** Name of the request header. */
        header?: string;
        /** Machine-readable, stable. */
        code: string;
        detail: string;
        suggestions?: (Record<string, unknown>)[];
      }[];
    };
  };
}
