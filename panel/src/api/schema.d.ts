// Made by `npm run generate`; do not edit.
export interface paths {
  "/panel/api/administrators": {
    /** List the administrators */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["AdministratorList"] } };
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
    /** Invite an administrator */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["InviteAdministratorRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Administrator"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["AdministratorExistsProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    delete?: never;
  };
  "/panel/api/administrators/{id}": {
    get?: never;
    post?: never;
    put?: never;
    /** Change an administrator's name or role, disable or enable */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeAdministratorRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Administrator"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["LastItAdministratorProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Remove an administrator */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["LastItAdministratorProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/administrators/{id}/invitation": {
    get?: never;
    /** Mail an administrator another link */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    delete?: never;
  };
  "/panel/api/administrators/{id}/second-factor": {
    get?: never;
    post?: never;
    put?: never;
    patch?: never;
    /** Remove the second factor of an administrator who has lost it */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NoSecondFactorProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/compliance/matrix": {
    /** Read the compliance matrix */
    get: {
      parameters: {
        query?: {
          department_id?: string;
          course_code?: string;
          department_query?: string;
          compliance_flag?: "OVERDUE" | "PENDING" | "IN_PROGRESS" | "EXPIRING_SOON" | "COMPLIANT";
          worker_type?: "internal_payroll" | "b2b_contractor";
          contractor_id?: string;
          as_of?: string;
          limit?: number;
          offset?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ComplianceMatrix"] } };
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
  "/panel/api/compliance/matrix/choices": {
    /** List what the matrix can be narrowed to */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ComplianceMatrixChoices"] } };
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
  "/panel/api/compliance/matrix/export": {
    /** Take the matrix along as a file */
    get: {
      parameters: {
        query?: {
          department_id?: string;
          course_code?: string;
          department_query?: string;
          compliance_flag?: "OVERDUE" | "PENDING" | "IN_PROGRESS" | "EXPIRING_SOON" | "COMPLIANT";
          worker_type?: "internal_payroll" | "b2b_contractor";
          contractor_id?: string;
          as_of?: string;
          format?: "csv" | "xlsx";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "text/csv": string } };
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
  "/panel/api/compliance/explain": {
    /** Explain a flag */
    get: {
      parameters: {
        query?: {
          employee_no?: string;
          user_id?: string;
          course_code?: string;
          course_id?: string;
          as_of?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ComplianceExplanation"] } };
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
  "/panel/api/compliance/forecast": {
    /** Forecast flags and seats */
    get: {
      parameters: {
        query?: {
          department_id?: string;
          course_code?: string;
          weeks?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ComplianceForecast"] } };
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
  "/panel/api/scim/exchanges": {
    /** Read the log of identity providers */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
          cursor?: string;
          client_id?: string;
          resource_id?: string;
          resource_name?: string;
          outcome?: "done" | "refused";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ScimExchangeList"] } };
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
  "/panel/api/sign-in": {
    get?: never;
    /** Sign in by password */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SignInRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Session"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["SignInFailedProblem"] | components["schemas"]["SecondFactorRequiredProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CrossSiteRequestProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["TooManySignInsProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    delete?: never;
  };
  "/panel/api/sign-in/link": {
    get?: never;
    /** Sign in by a one-time link */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SignInByLinkRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Session"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["LinkNotValidProblem"] | components["schemas"]["SignInFailedProblem"] | components["schemas"]["SecondFactorRequiredProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CrossSiteRequestProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["TooManySignInsProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    delete?: never;
  };
  "/panel/api/password": {
    get?: never;
    /** Set a password */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SetPasswordRequest"] } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] | components["schemas"]["LinkNotValidProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CrossSiteRequestProblem"] | components["schemas"]["PasswordNotConfirmedProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["TooManySignInsProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    delete?: never;
  };
  "/panel/api/password-reset": {
    get?: never;
    /** Ask for a link to set a new password */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["RequestPasswordResetRequest"] } };
      responses: {
        202: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CrossSiteRequestProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["TooManySignInsProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    delete?: never;
  };
  "/panel/api/step-up": {
    get?: never;
    /** Give the password again */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["StepUpRequest"] } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] | components["schemas"]["SecondFactorRequiredProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] | components["schemas"]["PasswordNotConfirmedProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["TooManySignInsProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    delete?: never;
  };
  "/panel/api/sign-out": {
    get?: never;
    /** Sign out */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    delete?: never;
  };
  "/panel/api/sessions": {
    /** Where the own account is signed in */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["SessionList"] } };
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
  "/panel/api/sessions/{id}": {
    get?: never;
    post?: never;
    put?: never;
    patch?: never;
    /** End one of the own sessions */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/second-factor": {
    get?: never;
    /** Begin a second factor */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["SecondFactor"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["SecondFactorExistsProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    /** Remove the second factor */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NoSecondFactorProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/second-factor/confirm": {
    get?: never;
    /** Confirm the second factor by a code of it */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ConfirmSecondFactorRequest"] } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["SecondFactorExistsProblem"] | components["schemas"]["NoSecondFactorProblem"] | components["schemas"]["WrongCodeProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["TooManySignInsProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    delete?: never;
  };
  "/panel/api/people/{id}/invitation": {
    get?: never;
    /** Give a person a link to sign in with */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["SignInLink"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    delete?: never;
  };
}

export interface components {
  schemas: {
    Administrator: {
      id: string;
      email: string;
      name: string;
      role: "it_admin" | "training_admin" | "compliance_officer";
      /** invited: has no password yet. */
      state: "invited" | "active" | "disabled";
      second_factor: boolean;
      /** Latest use among the sessions that are kept. */
      last_seen_at: string | null;
      created_at: string;
    };
    /** The organisation has an administrator with this e-mail address. Change that administrator instead. */
    AdministratorExistsProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Administrator exists";
      status: 409;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "ADMINISTRATOR_EXISTS";
      /** The same as in the header X-Request-Id. */
      request_id: string;
    };
    AdministratorList: {
      administrators: components["schemas"]["Administrator"][];
    };
    ChangeAdministratorRequest: {
      name?: string;
      role?: "it_admin" | "training_admin" | "compliance_officer";
      /** A disabled administrator cannot sign in. */
      disabled?: boolean;
    };
    ComplianceExplanation: {
      employee_no: string | null;
      user_id: string;
      course_code: string;
      /** A date from 1900 on, YYYY-MM-DD. */
      as_of: string;
      /** The organisation's, in which days begin and end. */
      timezone: string;
      /** null: nothing is required; `reasons` says why. */
      status: "OVERDUE" | "PENDING" | "IN_PROGRESS" | "EXPIRING_SOON" | "COMPLIANT" | null;
      basis: "enrollment" | "certificate" | "completion" | "exemption" | null;
      /** What decides, first. */
      reasons: {
        code: "PERSON_INACTIVE" | "NOT_REQUIRED" | "NOT_ASSIGNED" | "VOLUNTARY" | "REQUIREMENT_LAPSED" | "EXEMPT" | "COMPLETED" | "PAST_DUE" | "NOT_STARTED" | "STARTED" | "FAILED" | "CERT_VALID" | "WITHIN_EXPIRING_WINDOW" | "CERT_EXPIRED" | "CERT_REVOKED" | "CERT_NOT_YET_VALID" | "IN_GRACE" | "RETRAINING_ORDERED" | "RENEWAL_OPEN" | "BLOCKED" | "REQUIRED_BY_RULE";
        /** One sentence for people. */
        detail: string;
      }[];
      /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
      next_status: "OVERDUE" | "PENDING" | "IN_PROGRESS" | "EXPIRING_SOON" | "COMPLIANT" | null;
      /** A date from 1900 on, YYYY-MM-DD. */
      next_change_on: string | null;
      evidence: {
        enrollment_ids: string[];
        certificate_ids: string[];
        /** Rules that ask for the course. */
        rule_ids: string[];
      };
      /** The person is suspended: the flag is that of the day on which that began. */
      paused: boolean;
      /** For a past date: when this had become known; else null. */
      known_since: string | null;
    };
    ComplianceForecast: {
      /** A date from 1900 on, YYYY-MM-DD. */
      as_of: string;
      weeks: {
        /** A date from 1900 on, YYYY-MM-DD. */
        from: string;
        /** A date from 1900 on, YYYY-MM-DD. */
        until: string;
        /** Entries of the matrix that become OVERDUE in this week if nothing but time happens. */
        becoming_overdue: number;
        /** Entries that become EXPIRING_SOON in this week if nothing but time happens. */
        becoming_expiring_soon: number;
        /** Entries whose certificates end in this week: its last valid day is one of these. */
        expiring: number;
      }[];
      /** Licences with seats that are valid today, by name. */
      licenses: {
        license_id: string;
        name: string;
        seat_unit: "person" | "enrollment";
        seats_total: number;
        seats_used: number;
        seats_free: number;
        /** Renewals to come that will take a seat: certificates that end within these weeks, whose course renews itself, without an open renewal, of people who hold no seat that serves again. With them, from today on, every assignment and renewal that waits for a free seat already. */
        seats_needed: number;
        /** What is needed beyond what is free. */
        seats_missing: number;
        /** The first day of the week in which the free seats run out. */
        short_from: string | null;
      }[];
    };
    ComplianceMatrix: {
      /** The instant up to which every change is included, those by time alone too. */
      refreshed_at: string;
      pagination: {
        total: number;
        limit: number;
        offset: number;
      };
      summary: {
        /** People in scope: the sum of `counts` and `no_requirements`. */
        people: number;
        /** People by their worst flag in scope. */
        counts: {
          OVERDUE: number;
          PENDING: number;
          IN_PROGRESS: number;
          EXPIRING_SOON: number;
          COMPLIANT: number;
        };
        /** People without any entry. */
        no_requirements: number;
        /** Flags, the worst first. */
        severity_order: ("OVERDUE" | "PENDING" | "IN_PROGRESS" | "EXPIRING_SOON" | "COMPLIANT")[];
      };
      /** One row a person, in the order of their names. */
      rows: {
        user_id: string;
        employee_no: string | null;
        full_name: string | null;
        department_id: string | null;
        department_name: string | null;
        worker_type: "internal_payroll" | "b2b_contractor";
        contractor_id: string | null;
        /** The worst flag in scope; null: nothing is required. */
        status: "OVERDUE" | "PENDING" | "IN_PROGRESS" | "EXPIRING_SOON" | "COMPLIANT" | null;
        /** Entries in scope by the code of the course. */
        courses: Record<string, components["schemas"]["MatrixEntry"]>;
      }[];
    };
    ComplianceMatrixChoices: {
      /** Courses that somebody must take. */
      courses: {
        code: string;
        title: string;
      }[];
      departments: {
        id: string;
        name: string;
      }[];
      contractors: {
        id: string;
        name: string;
      }[];
    };
    ConfirmSecondFactorRequest: {
      /** The six digits that the authenticator shows. */
      code: string;
    };
    /** A change through the panel must come from a page of this service: the header Origin is not the service's own, or Sec-Fetch-Site is not same-origin. Open the panel at the address that BASE_URL names. Programs use the integration API. */
    CrossSiteRequestProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Not a request of the panel's own pages";
      status: 403;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "CROSS_SITE_REQUEST";
      /** The same as in the header X-Request-Id. */
      request_id: string;
    };
    CursorPagination: {
      /** Entries that match, on all pages; behind a cursor as counted on the first page. */
      total: number;
      limit: number;
      /** Entries before this page. */
      offset: number;
      /** Send it as `cursor` to get the next page; null on the last one. */
      next_cursor: string | null;
      /** With `updated_since`, on the last page of a walk from the start: the `updated_since` of the next walk. Null otherwise. */
      next_updated_since: string | null;
    };
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
    InviteAdministratorRequest: {
      email: string;
      name: string;
      role: "it_admin" | "training_admin" | "compliance_officer";
    };
    /** The organisation would be left without an IT administrator who can sign in. Give the role to somebody else first. */
    LastItAdministratorProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Last IT administrator";
      status: 409;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "LAST_IT_ADMINISTRATOR";
      /** The same as in the header X-Request-Id. */
      request_id: string;
    };
    /** The link was used, has expired, was replaced by a newer one, or never existed. Ask for a new link: by `Forgot password`, or from an administrator. */
    LinkNotValidProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Link not valid";
      status: 401;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "LINK_NOT_VALID";
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
    MatrixEntry: {
      /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
      status: "OVERDUE" | "PENDING" | "IN_PROGRESS" | "EXPIRING_SOON" | "COMPLIANT";
      /** What decides the flag. */
      basis: "enrollment" | "certificate" | "completion" | "exemption";
      enrollment_id: string | null;
      enrollment_status: "assigned" | "in_progress" | "completed" | "failed" | "cancelled" | "withdrawn" | null;
      cycle_year: number | null;
      /** A date from 1900 on, YYYY-MM-DD. */
      due_date: string | null;
      completed_at: string | null;
      certificate_id: string | null;
      /** The last day that certificates cover. */
      valid_until: string | null;
      /** The open renewal. */
      renewal_enrollment_id: string | null;
      /** Past a date, but within the course's days of grace. */
      in_grace: boolean;
      /** What time alone will make of it; null: the entry will be gone. */
      next_status: "OVERDUE" | "PENDING" | "IN_PROGRESS" | "EXPIRING_SOON" | "COMPLIANT" | null;
      /** The day on which it will; null: time alone changes nothing. */
      next_change_on: string | null;
    };
    /** The account has no second factor to confirm or remove. Begin with a new one. */
    NoSecondFactorProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "No second factor";
      status: 409;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "NO_SECOND_FACTOR";
      /** The same as in the header X-Request-Id. */
      request_id: string;
    };
    /** Nothing with this id exists in the organisation, or the address is not one of this service. Check the address and the id; list the resource to see which ids exist. */
    NotFoundProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Not found";
      status: 404;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "NOT_FOUND";
      /** The same as in the header X-Request-Id. */
      request_id: string;
    };
    /** The current password, or the one-time code, is missing or wrong. Give the account's current password, and the code if it has a second factor. */
    PasswordNotConfirmedProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Password not confirmed";
      status: 403;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PASSWORD_NOT_CONFIRMED";
      /** The same as in the header X-Request-Id. */
      request_id: string;
    };
    /** The body exceeds the size limit of the operation. Send at most `limit_bytes` bytes. */
    PayloadTooLargeProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Payload too large";
      status: 413;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PAYLOAD_TOO_LARGE";
      /** The same as in the header X-Request-Id. */
      request_id: string;
      limit_bytes?: number;
    };
    RequestPasswordResetRequest: {
      tenant_code: string;
      /** E-mail address or, without one, the employee number. */
      login: string;
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
    ScimExchange: {
      id: string;
      at: string;
      client: {
        id: string;
        name: string;
      };
      /** The X-Request-Id of the answer; operations of one Bulk request share it. */
      request_id: string;
      /** How the request was read. */
      profile: "generic" | "entra" | "okta" | "strict";
      method: string;
      /** Behind the organisation, without its query. */
      path: string;
      resource_type: "User" | "Group" | null;
      resource_id: string | null;
      /** The userName or displayName. */
      resource_name: string | null;
      status: number;
      scim_type: string | null;
      /** Why it was refused, as the identity provider was told. */
      detail: string | null;
      /** What was brought into form or left out, and why. */
      notes: {
        place: string;
        detail: string;
      }[];
      /** What the person or group was before, and is since. */
      changes: {
        path: string;
        before: unknown;
        after: unknown;
      }[];
      duration_ms: number;
    };
    ScimExchangeList: {
      pagination: components["schemas"]["CursorPagination"];
      exchanges: components["schemas"]["ScimExchange"][];
    };
    SecondFactor: {
      /** Base 32; shown this once. */
      secret: string;
      otpauth_url: string;
    };
    /** The account has a second factor already. Remove it first. */
    SecondFactorExistsProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Second factor exists";
      status: 409;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "SECOND_FACTOR_EXISTS";
      /** The same as in the header X-Request-Id. */
      request_id: string;
    };
    /** The account has a second factor, and the request has no one-time code of it. Send the code that the authenticator shows as `totp`. */
    SecondFactorRequiredProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "One-time code needed";
      status: 401;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "SECOND_FACTOR_REQUIRED";
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
      /** The session began with a one-time link, and no password was set since. */
      must_set_password: boolean;
      base_url: string;
      version: string;
    };
    SessionEntry: {
      id: string;
      /** The session of this request. */
      current: boolean;
      created_at: string;
      seen_at: string;
      expires_at: string;
      address: string;
      user_agent: string;
    };
    SessionList: {
      sessions: components["schemas"]["SessionEntry"][];
    };
    SetPasswordRequest: {
      /** What follows # in the link. */
      token?: string;
      current_password?: string;
      /** 12 to 128 characters, and none of the usual ones. */
      password: string;
    };
    SignInByLinkRequest: {
      /** What follows # in the link. */
      token: string;
      /** The six digits that the authenticator shows. */
      totp?: string;
    };
    /** Tenant code, login, password and one-time code do not belong together. The answer is the same for every cause: an unknown organisation or account, a wrong password, an account that is disabled or has left, a one-time code that is wrong or was used. Check what was typed, or ask for a link to set a new password. */
    SignInFailedProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Sign-in failed";
      status: 401;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "SIGN_IN_FAILED";
      /** The same as in the header X-Request-Id. */
      request_id: string;
    };
    SignInLink: {
      /** Where the link was sent; null: it was not, because there is no address. */
      mailed_to: string | null;
      /** To be handed over; null: it was mailed. */
      link: string | null;
      expires_at: string;
    };
    SignInRequest: {
      tenant_code: string;
      /** E-mail address or, without one, the employee number. */
      login: string;
      password: string;
      /** The six digits that the authenticator shows. */
      totp?: string;
    };
    StepUpRequest: {
      password: string;
      /** The six digits that the authenticator shows. */
      totp?: string;
    };
    /** The operation shows a secret or widens access, and the password was last given over ten minutes ago. Give the password again (`POST /panel/api/step-up`), then repeat the request. */
    StepUpRequiredProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Password needed again";
      status: 403;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "STEP_UP_REQUIRED";
      /** The same as in the header X-Request-Id. */
      request_id: string;
    };
    /** Ten attempts for this login failed within 15 minutes, five within a minute, or this address made 60 attempts within a minute. Browsers in which the account has signed in before are counted apart. Wait the seconds of Retry-After, or ask for a link to set a new password. */
    TooManySignInsProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Too many attempts to sign in";
      status: 429;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "TOO_MANY_SIGN_INS";
      /** The same as in the header X-Request-Id. */
      request_id: string;
      retry_after_seconds?: number;
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
    /** The body's media type, charset or content encoding is not one that this operation reads. Send Content-Type: application/json, in UTF-8 and without content encoding. */
    UnsupportedMediaTypeProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Unsupported media type";
      status: 415;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "UNSUPPORTED_MEDIA_TYPE";
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
    /** The one-time code is not the one that the secret shows at present, or was used before. Enter the code that the authenticator shows now; check that its clock is right. */
    WrongCodeProblem: {
      /** Address of the page that explains this kind of problem. */
      type: string;
      title: "Wrong code";
      status: 409;
      /** What happened, for people. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "WRONG_CODE";
      /** The same as in the header X-Request-Id. */
      request_id: string;
    };
  };
}
