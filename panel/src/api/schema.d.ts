// Made by `npm run generate`; do not edit.
export interface paths {
  "/panel/api/overview/integrations": {
    /** Read what integrations have done in the last day */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["IntegrationFigures"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/overview/attention": {
    /** List what needs attention */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["AttentionList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/overview/seats": {
    /** Read how many seats of licences are used */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["SeatFigures"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/settings": {
    /** Read the settings */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["OrganisationSettings"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    /** Change the settings */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeSettingsRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["OrganisationSettings"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    delete?: never;
  };
  "/panel/api/settings/certificate-preview": {
    get?: never;
    /** See what certificates would say */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["PreviewCertificateRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/pdf": string } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/settings/attributes": {
    get?: never;
    /** Define an attribute of people */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["AddAttributeRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["OrganisationSettings"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["AttributeExistsProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/settings/attributes/{key}": {
    get?: never;
    post?: never;
    put?: never;
    /** Give an attribute another label, or another type while nothing uses it */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          key: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeAttributeRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["OrganisationSettings"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["AttributeInUseProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Remove an attribute that nothing uses */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          key: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["OrganisationSettings"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["AttributeInUseProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/settings/logo": {
    get?: never;
    post?: never;
    /** Set the logo */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "image/png": string } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] | components["schemas"]["LogoNotUsableProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    /** Remove the logo */
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
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/logo": {
    /** Read the logo of an organisation */
    get: {
      parameters: {
        query: {
          tenant_code: string;
          v?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "image/png": string } };
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/retention": {
    /** See how long records are kept */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Retention"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    /** Change how long records are kept */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeRetentionRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Retention"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    delete?: never;
  };
  "/panel/api/retention/preview": {
    get?: never;
    /** See what would go if records were kept for another time */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["PreviewRetentionRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["RetentionPreview"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/reminders": {
    /** See what learners are reminded of */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ReminderSettings"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    /** Change what learners are reminded of */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeReminderSettingsRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ReminderSettings"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    delete?: never;
  };
  "/panel/api/reminders/preview": {
    /** Read an example of a reminder */
    get: {
      parameters: {
        query: {
          language: "en" | "pl" | "de" | "fr" | "es" | "uk";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ReminderPreview"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/reminders/test": {
    get?: never;
    /** Mail the example of a reminder to oneself */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ReminderTest"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/reminders/courses": {
    /** List the courses with reminders of their own */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CourseSchedules"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/reminders/courses/{course_id}": {
    get?: never;
    post?: never;
    /** Give a course reminders of its own */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          course_id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SetCourseRemindersRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CourseSchedules"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    /** Have a course remind as the organisation does again */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          course_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CourseSchedules"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/reminders/reach": {
    get?: never;
    /** See whom a schedule would remind on the next morning */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["PreviewReminderReachRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ReminderReach"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/reminders/texts": {
    /** Read what reminders say */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ReminderTexts"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/reminders/texts/{kind}/{language}": {
    get?: never;
    post?: never;
    /** Set an own text of a reminder */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          kind: "assigned" | "renewed" | "due_soon" | "overdue" | "expiring" | "session";
          language: "en" | "pl" | "de" | "fr" | "es" | "uk";
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SetReminderTextRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ReminderTexts"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    /** Have a reminder say the product's own text again */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          kind: "assigned" | "renewed" | "due_soon" | "overdue" | "expiring" | "session";
          language: "en" | "pl" | "de" | "fr" | "es" | "uk";
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ReminderTexts"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/reminders/texts/preview": {
    get?: never;
    /** Read a reminder with a text that is not saved yet */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["PreviewReminderTextRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ReminderPreview"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/reminders/texts/test": {
    get?: never;
    /** Mail oneself a reminder with a text that is not saved yet */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["TestReminderTextRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ReminderTest"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/mails": {
    /** See which mails one has chosen */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MailChoice"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    /** Choose mails that one may do without */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChooseMailsRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MailChoice"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    delete?: never;
  };
  "/panel/api/digests": {
    /** See who gets weekly digests */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["DigestSettings"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    /** Change who gets weekly digests */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeDigestSettingsRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["DigestSettings"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    delete?: never;
  };
  "/panel/api/digests/preview": {
    /** Read an example of a digest */
    get: {
      parameters: {
        query: {
          kind: "manager" | "administrator";
          language: "en" | "pl" | "de" | "fr" | "es" | "uk";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["DigestPreview"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/digests/test": {
    get?: never;
    /** Mail the example of a digest to oneself */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["TestDigestRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["DigestTest"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/saved-views": {
    /** List one's own views of a list */
    get: {
      parameters: {
        query: {
          list: "people" | "departments" | "contractors" | "courses" | "paths" | "licences" | "enrollments" | "matrix" | "certificates" | "requests";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["SavedViewList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Keep the filters of a list under a name */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SaveViewRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["SavedView"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/saved-views/{id}": {
    get?: never;
    post?: never;
    put?: never;
    patch?: never;
    /** Remove one of one's own views */
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/reports/subjects": {
    /** List what reports can be about */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ReportSubjects"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/reports": {
    /** List reports */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ReportList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Keep a report under a name */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateReportRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Report"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/reports/{id}": {
    /** Read what a report consists of */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Report"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    /** Change one's own report */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeReportRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Report"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    /** Remove one's own report */
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/reports/preview": {
    get?: never;
    /** Read the first rows and the groups of a report */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["PreviewReportRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ReportPreview"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/reports/{id}/file": {
    /** Take a report along as a file */
    get: {
      parameters: {
        query?: {
          format?: "csv" | "xlsx" | "pdf";
          time_zone?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "text/csv": string } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/report-receivers": {
    /** List to whom reports can be mailed */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ReportReceivers"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/reports/{id}/schedule": {
    /** See when a report is mailed */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ReportScheduling"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    /** Mail one's own report from time to time */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SetReportScheduleRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ReportScheduling"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    /** Mail one's own report no longer */
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/bulk-operations/preview": {
    get?: never;
    /** See what an order about many people would do */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["PreviewBulkAssignRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["BulkPreview"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["GroupManagedElsewhereProblem"] | components["schemas"]["MembersByConditionsProblem"] | components["schemas"]["LearningPathFollowsCoursesProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] | components["schemas"]["CourseNotAssignableProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    delete?: never;
  };
  "/panel/api/bulk-operations/{id}": {
    /** See how far an order about many people is */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["BulkOperation"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    /** Have something done to many people, in the background */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["OrderBulkAssignRequest"] } };
      responses: {
        202: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["BulkOperation"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] | components["schemas"]["StepUpRequiredProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["GroupManagedElsewhereProblem"] | components["schemas"]["MembersByConditionsProblem"] | components["schemas"]["LearningPathFollowsCoursesProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] | components["schemas"]["CourseNotAssignableProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    delete?: never;
  };
  "/panel/api/bulk-operations/{id}/continue": {
    get?: never;
    /** Let an order about many people go on that has stopped */
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
        202: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["BulkOperation"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/bulk-operations/{id}/undo": {
    get?: never;
    /** Undo an order about many people */
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
        202: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["BulkOperation"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/bulk-operations/{id}/people": {
    /** List the people of an order by what became of them */
    get: {
      parameters: {
        query: {
          limit?: number;
          offset?: number;
          cursor?: string;
          q?: string;
          outcome: "assigned" | "done" | "has_it" | "no_seat" | "person_inactive" | "inactive" | "license_expired" | "path_only" | "unknown" | "nothing_open" | "no_attempts_left" | "assigned_later" | "score_too_low" | "reminded_today" | "no_address" | "bouncing" | "no_mails" | "refused_by_receiver" | "changed_since" | "has_login" | "invited_lately";
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ListedPeople"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/status": {
    /** Read the state of the service, what waits, and the limits in force */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ServiceStatus"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/notices": {
    /** Read what one is told */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Notices"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/notices/read": {
    get?: never;
    /** Note that one has read what one is told */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["MarkMyNoticesReadRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Notices"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/bounces": {
    /** List people whose address takes no mail */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["BouncingPeople"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/people/{id}/bounce": {
    /** See whether a person's address takes mail */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["PersonBounce"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/people/{id}/bounce/try-again": {
    get?: never;
    /** Send mail to a person's address again */
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["PersonBounce"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/mailbox": {
    /** Read what has become of mails */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Mailbox"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/mailbox/settings": {
    /** Read whether mails are sent, and from whom */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MailSettings"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["AdministratorExistsProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
    /** Change an administrator's name, role or departments, disable or enable */
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
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["LastItAdministratorProblem"] | components["schemas"]["BreakGlassAdministratorProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["LastItAdministratorProblem"] | components["schemas"]["BreakGlassAdministratorProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NoSecondFactorProblem"] | components["schemas"]["BreakGlassAdministratorProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/administrators/{id}/sessions": {
    /** Where an administrator is signed in */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["SessionList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/administrators/{id}/sessions/{session_id}": {
    get?: never;
    post?: never;
    put?: never;
    patch?: never;
    /** End a session of an administrator */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
          session_id: string;
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/clients": {
    /** List the integration clients */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
          q?: string;
          state?: "active" | "expiring" | "expired" | "disabled" | "revoked";
          scope?: "users:read" | "users:write" | "enrollments:write" | "compliance:read" | "webhooks:manage" | "scim" | "structure:read" | "structure:write" | "attempts:write" | "gate:read" | "xapi:read" | "xapi:write";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ClientList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Create a client and show its secret this once */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateClientRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CreatedClient"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ClientNameTakenProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/client-setup": {
    /** Read what a new client may have */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ClientSetup"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/clients/{id}": {
    /** Read a client and where it stands */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Client"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    /** Change or enable a client */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeClientRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Client"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ClientNameTakenProblem"] | components["schemas"]["ClientRevokedProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Revoke a client for good */
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
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ClientRevokedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/clients/{id}/activity": {
    /** See what a client did in the last 24 hours */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ClientActivity"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/clients/{id}/secrets": {
    get?: never;
    /** Give a client a new secret and show it this once */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["RotateClientSecretRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["RotatedSecret"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ClientRevokedProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/clients/{id}/disable": {
    get?: never;
    /** Disable a client at once */
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Client"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ClientRevokedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/clients/disable": {
    get?: never;
    /** Disable several clients at once */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["DisableClientsRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["DisabledClients"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/clients/{id}/secrets/{key_id}": {
    get?: never;
    post?: never;
    put?: never;
    patch?: never;
    /** End one secret of a client at once */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
          key_id: string;
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
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ClientRevokedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/clients/{id}/keys": {
    get?: never;
    /** Give a client public keys */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["AddClientKeysRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Client"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ClientRevokedProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/clients/{id}/keys/{key_id}": {
    get?: never;
    post?: never;
    put?: never;
    patch?: never;
    /** Remove a public key of a client at once */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
          key_id: string;
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
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ClientRevokedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/blocked-addresses": {
    /** List the addresses that are blocked */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["BlockedAddressList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/blocked-addresses/lift": {
    get?: never;
    /** Lift the block of an address */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["LiftBlockedAddressRequest"] } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/requests": {
    /** Read the log of requests */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
          client_id?: string;
          method?: string;
          route?: string;
          path?: string;
          status?: string;
          code?: string;
          request_id?: string;
          from?: string;
          to?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["RequestList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/requests/export": {
    /** Take the log of requests along as a file */
    get: {
      parameters: {
        query?: {
          client_id?: string;
          method?: string;
          route?: string;
          path?: string;
          status?: string;
          code?: string;
          request_id?: string;
          from?: string;
          to?: string;
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/requests/{id}/refusal": {
    /** See with which headers a refused request came, and what was wrong with it */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["RequestRefusal"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/request-errors": {
    /** See what was refused in the last seven days */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["RequestErrorList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/compliance/matrix": {
    /** Read the compliance matrix */
    get: {
      parameters: {
        query?: {
          q?: string;
          department_id?: string;
          course_code?: string;
          department_query?: string;
          compliance_flag?: components["schemas"]["ComplianceFlag"];
          worker_type?: components["schemas"]["WorkerType"];
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
          q?: string;
          department_id?: string;
          course_code?: string;
          department_query?: string;
          compliance_flag?: components["schemas"]["ComplianceFlag"];
          worker_type?: components["schemas"]["WorkerType"];
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/compliance/trend": {
    /** Read how flags have developed */
    get: {
      parameters: {
        query?: {
          course_code?: string;
          department_id?: string;
          contractor_id?: string;
          manager_id?: string;
          weeks?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ComplianceTrend"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/compliance/standing": {
    /** Read how much of what is required is covered, and what falls due */
    get: {
      parameters: {
        query?: {
          by?: components["schemas"]["StandingBy"];
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ComplianceStanding"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/gate": {
    /** Ask whether a person may do a work today */
    get: {
      parameters: {
        query?: {
          employee_no?: string;
          user_id?: string;
          course_code?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["GateAnswer"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/gate/works": {
    /** List what can be asked about at a gate */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["GateWorks"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/badge": {
    get?: never;
    /** Have a badge of one's own */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["GateBadge"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NoBadgeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/badge/pdf": {
    get?: never;
    /** Print a badge of one's own */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/pdf": string } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NoBadgeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/people/{id}/badge": {
    get?: never;
    /** Issue a badge of a person */
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
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["GateBadge"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NoBadgeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    /** End all badges of a person */
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/people/{id}/badge/pdf": {
    get?: never;
    /** Print a badge of a person */
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
        201: { headers: { [name: string]: unknown }; content: { "application/pdf": string } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NoBadgeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/gate/check": {
    /** Read what verifies badges without a network */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["GateCheck"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/gate/settings": {
    /** See how long badges are valid */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["GateSettings"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    /** Change how long badges are valid */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeGateSettingsRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["GateSettings"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    delete?: never;
  };
  "/panel/api/gate/list": {
    get?: never;
    /** Take along a list for a shift without a network */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["TakeGateListRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["GateList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["GateListTooLongProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/gate/departments": {
    /** List departments of which a list can be taken along */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["GateDepartments"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/gate/decisions": {
    /** List what was answered without a network */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["GateDecisionList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Send what was answered without a network */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SendGateDecisionsRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["GateDecisionsTaken"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/contractors": {
    /** List contractor companies */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
          cursor?: string;
          updated_since?: string;
          q?: string;
          active?: boolean;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ContractorList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Create a contractor company */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateContractorRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ContractorDetail"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/contractors/export": {
    /** Take contractor companies along as a file */
    get: {
      parameters: {
        query?: {
          q?: string;
          active?: boolean;
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/contractors/{id}/evidence-links": {
    /** List links by which a company hands in evidence */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["EvidenceLinkList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Make a link by which a company hands in evidence for its own people */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateEvidenceLinkRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["NewEvidenceLink"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/evidence-links/{id}/end": {
    get?: never;
    /** End a link of a company */
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
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/submissions": {
    /** List what companies have handed in */
    get: {
      parameters: {
        query?: {
          state?: "waiting" | "accepted" | "refused";
          limit?: number;
          offset?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["SubmissionList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/submissions/{id}/file": {
    /** Take the file that was handed in along */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/octet-stream": string } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/submissions/{id}/accept": {
    get?: never;
    /** Accept evidence: a passed attempt of the day of completion */
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Enrollment"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["SubmissionDecidedProblem"] | components["schemas"]["EnrollmentNotOpenProblem"] | components["schemas"]["PersonNotActiveProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/submissions/{id}/refuse": {
    get?: never;
    /** Refuse evidence, with a reason that the company reads */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["RefuseSubmissionRequest"] } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["SubmissionDecidedProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/evidence-link": {
    /** Read what a link is for */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["OpenedEvidenceLink"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EvidenceLinkNotValidProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/courses": {
    /** List courses and learning paths */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
          cursor?: string;
          updated_since?: string;
          assignable?: boolean;
          q?: string;
          active?: boolean;
          type?: components["schemas"]["CourseType"];
          unassignable_reason?: components["schemas"]["UnassignableReason"];
          license_id?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CourseList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Create a course */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateCourseRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CourseDetail"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/courses/export": {
    /** Take courses and learning paths along as a file */
    get: {
      parameters: {
        query?: {
          assignable?: boolean;
          q?: string;
          active?: boolean;
          type?: components["schemas"]["CourseType"];
          unassignable_reason?: components["schemas"]["UnassignableReason"];
          license_id?: string;
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/packages": {
    /** List content packages */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ContentPackageList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Add a content package */
    post: {
      parameters: {
        query: {
          file_name: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/zip": string } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ContentPackage"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["TooManyPackageUploadsProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] | components["schemas"]["PackageRefusedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    delete?: never;
  };
  "/panel/api/packages/{id}": {
    get?: never;
    post?: never;
    put?: never;
    patch?: never;
    /** Remove a content package with its bytes */
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
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PackageInUseProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/my/courses/{id}/launch": {
    get?: never;
    /** Open the package of a course */
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ContentLaunch"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EnrollmentNotOpenProblem"] | components["schemas"]["LearningPathFollowsCoursesProblem"] | components["schemas"]["PersonNotActiveProblem"] | components["schemas"]["ContentOriginNotSetProblem"] | components["schemas"]["CourseHasNoPackageProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/courses/{id}/items/{item_id}/launch": {
    get?: never;
    /** Open a package that is an item of a course */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
          item_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ContentLaunch"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EnrollmentNotOpenProblem"] | components["schemas"]["LearningPathFollowsCoursesProblem"] | components["schemas"]["PersonNotActiveProblem"] | components["schemas"]["ContentOriginNotSetProblem"] | components["schemas"]["CourseHasNoPackageProblem"] | components["schemas"]["CourseHasNoItemsProblem"] | components["schemas"]["ItemNotOpenProblem"] | components["schemas"]["ItemNotOfThisKindProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/question-categories": {
    /** List the categories of questions */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["QuestionCategoryList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Add a category of questions */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["AddQuestionCategoryRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["QuestionCategory"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["TooManyQuestionsProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/question-categories/{id}": {
    get?: never;
    post?: never;
    put?: never;
    patch?: never;
    /** Remove a category with its questions */
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
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["QuestionsInUseProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/question-categories/{id}/questions": {
    /** List the questions of a category */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["BankQuestionList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Add questions to a category */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["AddQuestionsRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["BankQuestionList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["TooManyQuestionsProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/questions/{id}": {
    get?: never;
    post?: never;
    /** Change a question */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeQuestionRequest"] } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    /** Remove a question */
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
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["QuestionsInUseProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/courses/{id}/items": {
    /** Read the items of a course */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CourseItems"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    /** Let a course consist of items */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SetCourseItemsRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CourseItems"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    delete?: never;
  };
  "/panel/api/my/courses/{id}/items": {
    /** Read the items of a course of one's own */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MyItems"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CourseHasNoItemsProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/courses/{id}/run": {
    get?: never;
    /** Begin a course of items, or go on with it */
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MyItems"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EnrollmentNotOpenProblem"] | components["schemas"]["LearningPathFollowsCoursesProblem"] | components["schemas"]["PersonNotActiveProblem"] | components["schemas"]["CourseHasNoItemsProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/courses/{id}/items/{item_id}": {
    /** Open an item */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
          item_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MyItemContent"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CourseHasNoItemsProblem"] | components["schemas"]["ItemNotOpenProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/courses/{id}/items/{item_id}/finish": {
    get?: never;
    /** Say that one has read or watched an item */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
          item_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MyItems"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EnrollmentNotOpenProblem"] | components["schemas"]["LearningPathFollowsCoursesProblem"] | components["schemas"]["PersonNotActiveProblem"] | components["schemas"]["CourseHasNoItemsProblem"] | components["schemas"]["ItemNotOpenProblem"] | components["schemas"]["ItemNotOfThisKindProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/courses/{id}/items/{item_id}/sitting": {
    get?: never;
    /** Begin a quiz, or go on with it */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
          item_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MySitting"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EnrollmentNotOpenProblem"] | components["schemas"]["LearningPathFollowsCoursesProblem"] | components["schemas"]["PersonNotActiveProblem"] | components["schemas"]["CourseHasNoItemsProblem"] | components["schemas"]["ItemNotOpenProblem"] | components["schemas"]["ItemNotOfThisKindProblem"] | components["schemas"]["QuizHasNoQuestionsProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/sittings/{id}/answers": {
    get?: never;
    post?: never;
    /** Keep answers of a quiz */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SaveMyAnswersRequest"] } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["SittingHandedInProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    delete?: never;
  };
  "/panel/api/my/sittings/{id}/hand-in": {
    get?: never;
    /** Hand in a quiz */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["HandInMySittingRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MySittingOutcome"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EnrollmentNotOpenProblem"] | components["schemas"]["LearningPathFollowsCoursesProblem"] | components["schemas"]["PersonNotActiveProblem"] | components["schemas"]["CourseHasNoItemsProblem"] | components["schemas"]["SittingHandedInProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/courses/{id}": {
    /** Read a course or learning path with all that belongs to it */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CourseDetail"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    /** Change a course, take it out of the catalogue, or bring it back */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeCourseRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CourseDetail"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    delete?: never;
  };
  "/panel/api/paths": {
    get?: never;
    /** Create a learning path */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreatePathRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CourseDetail"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/paths/{id}": {
    get?: never;
    post?: never;
    put?: never;
    /** Change a learning path and its courses */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangePathRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CourseDetail"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    delete?: never;
  };
  "/panel/api/licenses": {
    /** List licences */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
          q?: string;
          state?: "in_force" | "to_come" | "ended";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["LicenseList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Create a licence */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateLicenseRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["License"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/licenses/export": {
    /** Take licences along as a file */
    get: {
      parameters: {
        query?: {
          q?: string;
          state?: "in_force" | "to_come" | "ended";
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/licenses/{id}": {
    /** Read a licence */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["License"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    /** Change a licence, the number of its seats, and what it covers */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeLicenseRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["License"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    delete?: never;
  };
  "/panel/api/licenses/{id}/seats": {
    /** List who holds the seats of a licence */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["SeatList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/course-sessions": {
    /** List the sessions of courses */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
          course_id?: string;
          when?: "coming" | "past";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CourseSessionList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Plan a session of a course that is held in a room */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateCourseSessionRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CourseSession"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CourseHeldHereProblem"] | components["schemas"]["LearningPathFollowsCoursesProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/course-sessions/{id}": {
    /** Read a session of a course */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CourseSession"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    /** Change a session of a course */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeCourseSessionRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CourseSession"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CourseSessionClosedProblem"] | components["schemas"]["CourseSessionHasResultsProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    delete?: never;
  };
  "/panel/api/course-sessions/{id}/cancel": {
    get?: never;
    /** Cancel a session of a course */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CancelCourseSessionRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CourseSession"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CourseSessionClosedProblem"] | components["schemas"]["CourseSessionHasResultsProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/courses/{id}/sessions": {
    /** List the sessions of a course of one's own */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MyCourseSessionList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/course-sessions/{id}/calendar": {
    /** Take a session along for one's calendar */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "text/calendar": string } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/course-sessions/{id}/book": {
    get?: never;
    /** Sign up for a session of a course of one's own */
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MyCourseSession"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CourseSessionClosedProblem"] | components["schemas"]["CourseSessionFullProblem"] | components["schemas"]["CourseSessionBookedElsewhereProblem"] | components["schemas"]["TrainerIsNoAttendeeProblem"] | components["schemas"]["NoOpenEnrollmentProblem"] | components["schemas"]["PersonNotActiveProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/course-sessions/{id}/leave": {
    get?: never;
    /** Withdraw from a session */
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MyCourseSession"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CourseSessionClosedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/teaching": {
    /** List the sessions that one holds */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Teaching"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/course-sessions/{id}/attendance": {
    /** Read who is booked in a session, and who was there */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Attendance"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Note who was there, and record results */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["NoteAttendanceRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["AttendanceAnswer"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["AttendanceNotOpenProblem"] | components["schemas"]["ResultAlreadyRecordedProblem"] | components["schemas"]["TrainerIsNoAttendeeProblem"] | components["schemas"]["NoOpenEnrollmentProblem"] | components["schemas"]["NoAttemptsLeftProblem"] | components["schemas"]["PersonNotActiveProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/course-sessions/{id}/walk-ins": {
    get?: never;
    /** Add somebody who is there without having signed up */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["AddWalkInRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Attendance"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["AttendanceNotOpenProblem"] | components["schemas"]["TrainerIsNoAttendeeProblem"] | components["schemas"]["NoOpenEnrollmentProblem"] | components["schemas"]["NoAttemptsLeftProblem"] | components["schemas"]["PersonNotActiveProblem"] | components["schemas"]["CourseSessionFullProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/course-sessions/{id}/check-in": {
    /** Show the code by which attendees say that they are there */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CheckInCode"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["AttendanceNotOpenProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Note by number at a kiosk that somebody is there */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CheckInByNumberRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CheckedIn"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotBookedProblem"] | components["schemas"]["AttendanceNotOpenProblem"] | components["schemas"]["ResultAlreadyRecordedProblem"] | components["schemas"]["TrainerIsNoAttendeeProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/check-in": {
    get?: never;
    /** Say that one is there, by the code that the room shows */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CheckInRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CheckedIn"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CheckInOutdatedProblem"] | components["schemas"]["NotBookedProblem"] | components["schemas"]["AttendanceNotOpenProblem"] | components["schemas"]["ResultAlreadyRecordedProblem"] | components["schemas"]["TrainerIsNoAttendeeProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/departments": {
    /** List departments */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
          cursor?: string;
          updated_since?: string;
          q?: string;
          active?: boolean;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["DepartmentList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Create a department */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateDepartmentRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["DepartmentDetail"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/departments/export": {
    /** Take departments along as a file */
    get: {
      parameters: {
        query?: {
          q?: string;
          active?: boolean;
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/departments/tree": {
    /** Read the tree of departments */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["DepartmentTree"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/people": {
    /** List people */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
          cursor?: string;
          updated_since?: string;
          employee_no?: string;
          department_id?: string;
          include_subdepartments?: boolean;
          worker_type?: components["schemas"]["WorkerType"];
          contractor_id?: string;
          manager_id?: string;
          include_indirect_reports?: boolean;
          status?: components["schemas"]["PersonStatus"];
          email?: string;
          q?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["PersonList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Create a person */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreatePersonRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Person"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PersonAlreadyExistsProblem"] | components["schemas"]["SandboxFullProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/people/{id}": {
    /** Read a person */
    get: {
      parameters: {
        query?: never;
        header?: {
          "If-None-Match"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Person"] } };
        304: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    /** Change a person, deactivate, or bring back */
    patch: {
      parameters: {
        query?: never;
        header?: {
          "If-Match"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangePersonRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Person"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ManagedElsewhereProblem"] | components["schemas"]["PersonAlreadyExistsProblem"] | components["schemas"]["PersonSuspendedProblem"] | components["schemas"]["PersonAnonymizedProblem"] } };
        412: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PreconditionFailedProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    delete?: never;
  };
  "/panel/api/people/{id}/suspend": {
    get?: never;
    /** Suspend a person's account */
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
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PersonNotInUseProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/people/{id}/resume": {
    get?: never;
    /** End the suspension of a person's account */
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
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PersonNotInUseProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/enrollments": {
    /** List enrollments */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
          cursor?: string;
          updated_since?: string;
          employee_no?: string;
          user_id?: string;
          course_code?: string;
          status?: components["schemas"]["EnrollmentStatus"];
          source?: components["schemas"]["EnrollmentSource"];
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["EnrollmentPage"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Assign a course or learning path to a person */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["AssignCourseRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Enrollment"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EnrollmentAlreadyExistsProblem"] | components["schemas"]["SeatLimitReachedProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] | components["schemas"]["CourseNotAssignableProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    delete?: never;
  };
  "/panel/api/enrollments/export": {
    /** Take enrollments along as a file */
    get: {
      parameters: {
        query?: {
          employee_no?: string;
          user_id?: string;
          course_code?: string;
          status?: components["schemas"]["EnrollmentStatus"];
          source?: components["schemas"]["EnrollmentSource"];
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/enrollments/{id}": {
    /** Read an enrollment */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["EnrollmentDetail"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    /** Change the due date of an enrollment */
    patch: {
      parameters: {
        query?: never;
        header?: {
          "If-Match"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeEnrollmentRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Enrollment"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EnrollmentNotChangeableProblem"] } };
        412: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PreconditionFailedProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    delete?: never;
  };
  "/panel/api/enrollments/{id}/result": {
    get?: never;
    /** Record the result of an attempt, in a classroom for example */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["RecordResultRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Enrollment"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EnrollmentNotOpenProblem"] | components["schemas"]["LearningPathFollowsCoursesProblem"] | components["schemas"]["PersonNotActiveProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/enrollments/{id}/attempt": {
    get?: never;
    /** Allow one attempt more after the last one failed */
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Enrollment"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EnrollmentNotOpenProblem"] | components["schemas"]["PersonNotActiveProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/enrollments/{id}/cancel": {
    get?: never;
    /** Cancel an enrollment that was not started */
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Enrollment"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EnrollmentNotCancellableProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/enrollments/{id}/withdraw": {
    get?: never;
    /** End a started enrollment without a result */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["WithdrawEnrollmentRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Enrollment"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EnrollmentNotOpenProblem"] | components["schemas"]["PersonNotActiveProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/people/{id}/training": {
    /** Read a person's groups, flags and certificates */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["PersonTraining"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/exemptions": {
    get?: never;
    /** Release a person from a course for a time */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["GrantExemptionRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Made"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/evidence": {
    get?: never;
    /** Record evidence that a person was trained elsewhere */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["RecordEvidenceRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Made"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/people/export": {
    /** Take people along as a file */
    get: {
      parameters: {
        query?: {
          employee_no?: string;
          department_id?: string;
          include_subdepartments?: boolean;
          worker_type?: components["schemas"]["WorkerType"];
          contractor_id?: string;
          manager_id?: string;
          include_indirect_reports?: boolean;
          status?: components["schemas"]["PersonStatus"];
          email?: string;
          q?: string;
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Take chosen people along as a file */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ExportChosenPeopleRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "text/csv": string } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/people/{id}/history": {
    /** See who changed a person's record and account */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["PersonHistory"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/people/{id}/erasure": {
    /** See what the erasure of a person would take, or how it stands */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Erasure"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Erase a person's data for good */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ErasePersonRequest"] } };
      responses: {
        202: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Erasure"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PersonNotDeactivatedProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/people/{id}/file": {
    get?: never;
    /** Take along all that is stored of a person */
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
        200: { headers: { [name: string]: unknown }; content: { "application/zip": string } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/rules": {
    /** List rules */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
          cursor?: string;
          q?: string;
          active?: boolean;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["RuleList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Make a rule */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateRuleRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Rule"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/rules/attributes": {
    /** List the attributes that conditions may name */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ConditionAttributes"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/rules/{id}": {
    /** Read a rule */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Rule"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    /** Change a rule, or switch it on or off */
    patch: {
      parameters: {
        query?: never;
        header?: {
          "If-Match"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeRuleRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Rule"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        412: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PreconditionFailedProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    delete?: never;
  };
  "/panel/api/rules/{id}/people": {
    /** List the people to whom a rule applies */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
          cursor?: string;
          q?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ListedPeople"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/rules/{id}/history": {
    /** See who changed a rule */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ChangeHistory"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/rule-batches/stopped": {
    /** List evaluations that have stopped */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["RuleBatchList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/rule-batches/{id}/retry": {
    get?: never;
    /** Try an evaluation again that has stopped */
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
        202: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["RuleBatch"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["BatchNotStoppedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/rules/preview": {
    get?: never;
    /** See what saving a rule would do */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["PreviewRuleRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ChangePreview"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/rules/{id}/retire": {
    get?: never;
    /** Retire a rule for good */
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Rule"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/groups": {
    /** List groups */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
          cursor?: string;
          q?: string;
          kind?: "manual" | "dynamic" | "scim";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["GroupList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Make a group */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateGroupRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Group"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/groups/{id}": {
    /** Read a group */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Group"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    /** Change a group */
    patch: {
      parameters: {
        query?: never;
        header?: {
          "If-Match"?: string;
        };
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeGroupRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Group"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["GroupManagedElsewhereProblem"] } };
        412: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PreconditionFailedProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    delete?: never;
  };
  "/panel/api/groups/{id}/members": {
    /** List the members of a group */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
          cursor?: string;
          q?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ListedPeople"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/groups/{id}/history": {
    /** See who changed a group */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ChangeHistory"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/groups/{id}/join": {
    get?: never;
    /** Add people to a manual group */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["JoinGroupRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MovedMembers"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["GroupManagedElsewhereProblem"] | components["schemas"]["MembersByConditionsProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/groups/{id}/leave": {
    get?: never;
    /** Remove people from a manual group */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["LeaveGroupRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MovedMembers"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["GroupManagedElsewhereProblem"] | components["schemas"]["MembersByConditionsProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/groups/preview": {
    get?: never;
    /** See what saving a group would do */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["PreviewGroupRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ChangePreview"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/groups/{id}/retire": {
    get?: never;
    /** Retire a group for good */
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Group"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["GroupManagedElsewhereProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/departments/{id}": {
    /** Read a department with what belongs to it */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["DepartmentDetail"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    /** Change a department, take it out of use, or bring it back */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeDepartmentRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["DepartmentDetail"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PlaceStateBlockedProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    delete?: never;
  };
  "/panel/api/departments/{id}/merge": {
    get?: never;
    /** Merge a department into another one */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["MergeDepartmentRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MergedPlace"] } };
        202: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MergingPlace"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PlaceStateBlockedProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/departments/{id}/aliases": {
    get?: never;
    post?: never;
    put?: never;
    patch?: never;
    /** Forget that a name means a department */
    delete: {
      parameters: {
        query: {
          value: string;
        };
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/contractors/{id}": {
    /** Read a contractor company with what belongs to it */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ContractorDetail"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    /** Change a contractor company, take it out of use, or bring it back */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeContractorRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ContractorDetail"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PlaceStateBlockedProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    delete?: never;
  };
  "/panel/api/contractors/{id}/merge": {
    get?: never;
    /** Merge a contractor company into another one */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["MergeContractorRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MergedPlace"] } };
        202: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MergingPlace"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PlaceStateBlockedProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/contractors/{id}/aliases": {
    get?: never;
    post?: never;
    put?: never;
    patch?: never;
    /** Forget that a name means a contractor company */
    delete: {
      parameters: {
        query: {
          value: string;
        };
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/audit": {
    /** Read the audit log */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
          cursor?: string;
          actor_type?: "client" | "operator" | "administrator" | "person" | "rule" | "system";
          actor_id?: string;
          operation?: string;
          target_id?: string;
          batch_id?: string;
          request_id?: string;
          from?: string;
          until?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["AuditList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/audit/export": {
    /** Take the audit log along as a file */
    get: {
      parameters: {
        query?: {
          actor_type?: "client" | "operator" | "administrator" | "person" | "rule" | "system";
          actor_id?: string;
          operation?: string;
          target_id?: string;
          batch_id?: string;
          request_id?: string;
          from?: string;
          until?: string;
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/audit/verification": {
    /** Verify the audit log */
    get: {
      parameters: {
        query?: {
          checkpoint?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["AuditVerification"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/certificates/{id}/evidence": {
    /** Take the file of evidence along */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/octet-stream": string } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    /** Keep a file with external evidence */
    put: {
      parameters: {
        query: {
          name: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/pdf": string; "image/jpeg": string; "image/png": string } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CertificateIsOwnProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] | components["schemas"]["FileNotAsDeclaredProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    /** Remove the file of evidence */
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/certificates": {
    /** List certificates */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
          cursor?: string;
          updated_since?: string;
          employee_no?: string;
          user_id?: string;
          course_code?: string;
          status?: components["schemas"]["CertificateStatus"];
          q?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["PanelCertificateList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/certificates/export": {
    /** Take certificates along as a file */
    get: {
      parameters: {
        query?: {
          employee_no?: string;
          user_id?: string;
          course_code?: string;
          status?: components["schemas"]["CertificateStatus"];
          q?: string;
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/certificates/{id}/pdf": {
    /** Print a certificate */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/pdf": string } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/evidence-packs": {
    /** List the latest evidence packs */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["EvidencePackList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Order an evidence pack */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["OrderEvidencePackRequest"] } };
      responses: {
        202: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["EvidencePack"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["TooManyEvidencePacksProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/evidence-packs/{id}/cancel": {
    get?: never;
    /** Cancel an evidence pack, or remove its file */
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["EvidencePack"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/evidence-packs/{id}/file": {
    /** Take an evidence pack along */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/zip": string } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EvidencePackNotReadyProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/training": {
    /** Read one's courses and certificates */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MyTraining"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/courses/{id}": {
    /** Open a course */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MyCourse"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/certificates/{id}/pdf": {
    /** Print a certificate of one's own */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/pdf": string } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/courses/{id}/start": {
    get?: never;
    /** Begin a course */
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
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EnrollmentNotOpenProblem"] | components["schemas"]["LearningPathFollowsCoursesProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/courses/{id}/acknowledge": {
    get?: never;
    /** Say that one has read it */
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MyAttemptOutcome"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EnrollmentNotOpenProblem"] | components["schemas"]["LearningPathFollowsCoursesProblem"] | components["schemas"]["CourseHasNoSuchContentProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/courses/{id}/answers": {
    get?: never;
    /** Answer the quiz */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["AnswerMyCourseRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MyAttemptOutcome"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EnrollmentNotOpenProblem"] | components["schemas"]["LearningPathFollowsCoursesProblem"] | components["schemas"]["CourseHasNoSuchContentProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/team": {
    /** See where one's own people stand */
    get: {
      parameters: {
        query?: {
          include_indirect_reports?: boolean;
          compliance_flag?: components["schemas"]["ComplianceFlag"];
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/team/{id}": {
    /** See where one of one's people stands */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["MyTeamMember"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/team/{id}/reminder": {
    get?: never;
    /** Remind one of one's people of what they still have to do */
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["TeamReminder"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/my/team/{id}/enrollments/{enrollment_id}/result": {
    get?: never;
    /** Record the result of an attempt of one of one's people */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
          enrollment_id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["RecordMyTeamResultRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Enrollment"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ResultsNotByManagersProblem"] | components["schemas"]["EnrollmentNotOpenProblem"] | components["schemas"]["LearningPathFollowsCoursesProblem"] | components["schemas"]["PersonNotActiveProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/imports/template.xlsx": {
    /** Read an empty file with all columns that an import of the organisation may have */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/imports": {
    /** List the latest imports */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ImportList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/imports/{id}": {
    /** See how an import stands */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["PeopleImport"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/imports/{id}/report.csv": {
    /** Read the report of an import */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "text/csv": string } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/scim/connections": {
    /** List the clients that provision, and who was not let in */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ScimConnectionList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/scim/waiting": {
    /** List groups with members who are not there yet */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["WaitingMemberList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/scim/unmatched": {
    /** List unknown names of departments and contractors */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["UnmatchedValueList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Say what a name means */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ResolveUnmatchedValueRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ResolvedUnmatched"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/webhooks/subscriptions": {
    /** List the subscriptions of all clients */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["PanelSubscriptionList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Subscribe a client to events */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateSubscriptionRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["NewWebhookSubscription"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] | components["schemas"]["WebhookHostNotAllowedProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["WebhookSubscriptionsQuotaExceededProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/webhooks/subscriptions/{id}": {
    /** Read a subscription */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["PanelSubscription"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    /** Change a subscription's name, address, event types, format or filters */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeSubscriptionRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["WebhookSubscription"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] | components["schemas"]["WebhookHostNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Delete a subscription */
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/webhooks/subscriptions/{id}/history": {
    /** Read what has become of a subscription */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["WebhookSubscriptionHistory"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/webhooks/choices": {
    /** Read what a subscription can be made of */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["WebhookChoices"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/webhooks/target-check": {
    get?: never;
    /** Try whether deliveries may go to an address */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CheckWebhookTargetRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["WebhookTargetCheck"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/webhooks/subscriptions/{id}/enable": {
    get?: never;
    /** Let deliveries to a subscription go on */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: { content: { "application/json": components["schemas"]["EnableSubscriptionRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["WebhookSubscription"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/webhooks/subscriptions/{id}/rotate-secret": {
    get?: never;
    /** Give a subscription a new signing secret */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: { content: { "application/json": components["schemas"]["RotateSubscriptionSecretRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["RotatedSigningSecret"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/webhooks/subscriptions/{id}/deliveries": {
    /** Read the delivery log of a subscription */
    get: {
      parameters: {
        query?: {
          limit?: number;
          offset?: number;
          cursor?: string;
          status?: components["schemas"]["DeliveryStatus"];
          event_type?: components["schemas"]["EventType"];
          event_id?: string;
          since?: string;
          until?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["WebhookDeliveryList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/webhooks/subscriptions/{id}/deliveries/{delivery_id}/request": {
    /** Read what a delivery sends */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
          delivery_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["WebhookDeliveryRequest"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/webhooks/subscriptions/{id}/deliveries/{delivery_id}/retry": {
    get?: never;
    /** Retry a failed delivery */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
          delivery_id: string;
        };
        cookie?: never;
      };
      requestBody?: { content: { "application/json": components["schemas"]["RetryDeliveryRequest"] } };
      responses: {
        202: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["WebhookDelivery"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["DeliveryNotFailedProblem"] | components["schemas"]["TooManyAttemptsProblem"] | components["schemas"]["SubscriptionDisabledProblem"] | components["schemas"]["EventNotKeptProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/webhooks/subscriptions/{id}/retry-failed": {
    get?: never;
    /** Retry all failed deliveries since an instant */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["RetryFailedDeliveriesRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["WebhookRetriedFailed"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["SubscriptionDisabledProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/webhooks/subscriptions/{id}/ping": {
    get?: never;
    /** Send a test event */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: { content: { "application/json": components["schemas"]["PingSubscriptionRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["WebhookPing"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["TooManyPingsProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    delete?: never;
  };
  "/panel/api/webhooks/subscriptions/{id}/replay": {
    get?: never;
    /** Deliver stored events again */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ReplayEventsRequest"] } };
      responses: {
        202: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["WebhookReplay"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/webhooks/signature-check": {
    get?: never;
    /** Hold a signature against a body and a secret */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CheckSignatureRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["WebhookSignatureVerdict"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/people/{id}/events": {
    /** See what webhooks sent about a person */
    get: {
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["PersonEvents"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/contract/changes": {
    /** Read what versions of the integration API have changed, and what is deprecated */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ContractChanges"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/sandbox": {
    /** Read which sandbox the organisation has, or whose it is */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["OwnSandbox"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Make the organisation's sandbox */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateSandboxRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CreatedSandbox"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["SandboxExistsProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/sandbox/{code}/reset": {
    get?: never;
    /** Delete the sandbox and make it anew */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          code: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["CreatedSandbox"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["SandboxExistsProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/sandbox/{code}": {
    get?: never;
    post?: never;
    put?: never;
    patch?: never;
    /** Delete the sandbox with everything in it */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          code: string;
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/sandbox/open": {
    get?: never;
    /** Go on in the sandbox, in the same role */
    post: {
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
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/sandbox/leave": {
    get?: never;
    /** Go back from the sandbox */
    post: {
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
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/sandbox/clock": {
    get?: never;
    /** Move the clock of a sandbox forward */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["MoveSandboxClockRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["SandboxClock"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CrossSiteRequestProblem"] | components["schemas"]["CompanySignInRequiredProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CrossSiteRequestProblem"] | components["schemas"]["CompanySignInRequiredProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CrossSiteRequestProblem"] | components["schemas"]["CompanySignInRequiredProblem"] | components["schemas"]["PasswordNotConfirmedProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/language": {
    get?: never;
    /** Choose the language of the own account */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChooseLanguageRequest"] } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/step-up": {
    /** In which ways the own account can confirm that it is its own */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["StepUpWays"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Give the password again, or a passkey */
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
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CrossSiteRequestProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    put?: never;
    patch?: never;
    /** End all own sessions but this one */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["EndedSessions"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NoSecondFactorProblem"] | components["schemas"]["BreakGlassAdministratorProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["SecondFactorExistsProblem"] | components["schemas"]["NoSecondFactorProblem"] | components["schemas"]["WrongCodeProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/recovery-codes": {
    /** See how many recovery codes are left */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["RecoveryCodesLeft"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Make recovery codes */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["RecoveryCodes"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NoSecondFactorProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/sign-in/passkey/request": {
    get?: never;
    /** Ask for a passkey to sign in with */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["PasskeyRequest"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CrossSiteRequestProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/sign-in/passkey": {
    get?: never;
    /** Sign in by a passkey alone */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SignInByPasskeyRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Session"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PasskeyNotAcceptedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CrossSiteRequestProblem"] | components["schemas"]["CompanySignInRequiredProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/step-up/passkey": {
    get?: never;
    /** Ask for a passkey in place of the password */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["PasskeyRequest"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/passkeys/request": {
    get?: never;
    /** Begin a passkey */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["PasskeyCreation"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["TooManyPasskeysProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/passkeys": {
    /** See the own passkeys */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["PasskeyList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Add a passkey */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["AddPasskeyRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Passkey"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PasskeyNotAddedProblem"] | components["schemas"]["TooManyPasskeysProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/passkeys/{id}": {
    get?: never;
    post?: never;
    put?: never;
    /** Rename a passkey */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["RenamePasskeyRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Passkey"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Remove a passkey */
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
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
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
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] | components["schemas"]["CompanySignInRequiredProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/people/{id}/second-factor": {
    get?: never;
    post?: never;
    put?: never;
    patch?: never;
    /** Remove the second factor of a person who has lost it */
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/shared-browser": {
    get?: never;
    /** Mark this browser as shared */
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
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CrossSiteRequestProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    /** This browser is shared no more */
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
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/sign-in/company": {
    get?: never;
    /** Sign in with the company's identity */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SignInByCompanyRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["IdentityDeparture"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CompanySignInNotOfferedProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ProviderNotUsableProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/identity-provider": {
    /** See how the organisation signs in */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["IdentitySetUp"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    /** Set up or change the identity provider */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SaveIdentityProviderRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["IdentitySetUp"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ProviderNotUsableProblem"] | components["schemas"]["ProviderRequiredProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    /** Remove the identity provider */
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
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ProviderRequiredProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/identity-provider/test": {
    get?: never;
    /** Make a test sign-in */
    post: {
      parameters: {
        query?: {
          from?: "set-up" | "wizard";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["IdentityDeparture"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ProviderNotUsableProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/identity-provider/state": {
    get?: never;
    post?: never;
    /** Switch sign-in with the company's identity on or off */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SwitchIdentityProviderRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["IdentitySetUp"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ProviderNotTestedProblem"] | components["schemas"]["ProviderRequiredProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    delete?: never;
  };
  "/panel/api/identity-provider/rule": {
    get?: never;
    post?: never;
    /** Offer or require sign-in with the company's identity */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SetSignInRuleRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["IdentitySetUp"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ProviderNotTestedProblem"] | components["schemas"]["BreakGlassNeededProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    delete?: never;
  };
  "/panel/api/identity-provider/sign-ins": {
    /** See the last sign-ins with the company's identity, and what went wrong */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["IdentitySignInList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/identity-provider/links/{account_id}": {
    get?: never;
    post?: never;
    put?: never;
    patch?: never;
    /** Forget which subject of the provider an account belongs to */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          account_id: string;
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
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/step-up/company": {
    get?: never;
    /** Confirm with the company's identity */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["IdentityDeparture"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CompanySignInNotOfferedProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ProviderNotUsableProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/sign-out/company": {
    get?: never;
    /** Sign out, and learn where the company's provider does the same */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["IdentitySignedOut"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CrossSiteRequestProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/identity-provider/saml": {
    get?: never;
    post?: never;
    /** Set up or change an identity provider that speaks SAML 2.0 */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SaveSamlProviderRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["IdentitySetUp"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ProviderNotUsableProblem"] | components["schemas"]["ProviderRequiredProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    delete?: never;
  };
  "/panel/api/identity-provider/people": {
    get?: never;
    post?: never;
    /** Say whether people are created at their first sign-in, and of what */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SetIdentityPeopleRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["IdentitySetUp"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ProviderNotTestedProblem"] | components["schemas"]["PeopleComeByScimProblem"] | components["schemas"]["VerifiedDomainNeededProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    delete?: never;
  };
  "/panel/api/identity-provider/roles": {
    /** See what roles people would get by what the last sign-ins have shown */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["IdentityRolePreview"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    post?: never;
    /** Say which roles follow from which values of a claim */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SetIdentityRolesRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["IdentitySetUp"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    delete?: never;
  };
  "/panel/api/identity-provider/roles/state": {
    get?: never;
    post?: never;
    /** Give and take roles at sign-ins, or stop doing so */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["SwitchIdentityRolesRequest"] } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["IdentitySetUp"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ProviderNotTestedProblem"] | components["schemas"]["RolesNotSeenProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    delete?: never;
  };
  "/panel/api/domains": {
    /** See the organisation's e-mail domains */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["DomainList"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    /** Add an e-mail domain */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": components["schemas"]["AddDomainRequest"] } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Domain"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["DomainExistsProblem"] | components["schemas"]["TooManyDomainsProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/domains/{id}/check": {
    get?: never;
    /** Look for the TXT record of a domain */
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
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Domain"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["StepUpRequiredProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["DomainVerifiedElsewhereProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
  "/panel/api/domains/{id}": {
    get?: never;
    post?: never;
    put?: never;
    patch?: never;
    /** Remove an e-mail domain */
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
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
  };
  "/panel/api/evidence-link/submissions": {
    get?: never;
    /** Hand in evidence for one course of one person */
    post: {
      parameters: {
        query: {
          enrollment_id: string;
          completed_on: string;
          name: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/pdf": string; "image/jpeg": string; "image/png": string } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Submitted"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EvidenceLinkNotValidProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["EvidenceWaitsProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] | components["schemas"]["FileNotAsDeclaredProblem"] } };
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["TooMuchEvidenceProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    put?: never;
    patch?: never;
    delete?: never;
  };
  "/panel/api/packages/{id}/archive": {
    get?: never;
    post?: never;
    /** Add a new version of a content package */
    put: {
      parameters: {
        query: {
          file_name: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/zip": string } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["ContentPackage"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["NotFoundProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["TooManyPackageUploadsProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["ValidationFailedProblem"] | components["schemas"]["PackageRefusedProblem"] } };
        431: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["HeadersTooLargeProblem"] } };
        500: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["InternalErrorProblem"] } };
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnavailableProblem"] } };
      };
    };
    patch?: never;
    delete?: never;
  };
  "/panel/api/imports/users": {
    get?: never;
    /** Synchronise people from a file, or try it out */
    post: {
      parameters: {
        query?: {
          dry_run?: boolean;
          deactivate_missing?: boolean;
          max_deactivate_percent?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "text/csv": string; "application/x-ndjson": string } };
      responses: {
        202: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["PeopleImport"] } };
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MalformedRequestProblem"] } };
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnauthenticatedProblem"] } };
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RoleNotAllowedProblem"] | components["schemas"]["CrossSiteRequestProblem"] } };
        408: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["RequestTimeoutProblem"] } };
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["TooManyImportsProblem"] } };
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["PayloadTooLargeProblem"] } };
        414: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UriTooLongProblem"] } };
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"] } };
        421: { headers: { [name: string]: unknown }; content: { "application/problem+json": components["schemas"]["MisdirectedProblem"] } };
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
    AddAttributeRequest: {
      /** A small letter, then up to 63 small letters, digits and underscores. */
      key: string;
      type: "string" | "number" | "boolean" | "string_array";
      /** How people read its name; null: as its key. */
      label?: string | null;
    };
    AddClientKeysRequest: {
      /** A JWK set, a JWK, or public keys in PEM. A client has at most 5. An RSA key is used with RS256, unless its JWK has the `alg` PS256. */
      keys: string;
      /** The last day on which the client works, in the organisation's time zone. */
      expires_on?: string | null;
    };
    AddDomainRequest: {
      domain: string;
    };
    AddPasskeyRequest: {
      name: string;
      /** Base64url; what the authenticator calls the passkey. */
      id: string;
      /** Base64url; `clientDataJSON` of the browser's answer. */
      client_data: string;
      /** Base64url; `attestationObject` of the browser's answer. */
      attestation: string;
      /** What `getTransports()` says; unknown ones are left out. */
      transports: string[];
      /** `credProps.rk`: the authenticator finds the passkey without being told of it; null: the browser does not say. */
      discoverable: boolean | null;
    };
    AddQuestionCategoryRequest: {
      name: string;
    };
    AddQuestionsRequest: {
      questions: {
        text: string;
        options: string[];
        /** Places of the right options, from 0. */
        correct: number[];
      }[];
    };
    AddWalkInRequest: {
      employee_no: string;
    };
    Administrator: {
      id: string;
      email: string;
      name: string;
      role: "it_admin" | "training_admin" | "compliance_officer" | "guard";
      /** What the administrator is limited to, with all departments below; null: nothing. */
      departments: {
        id: string;
        name: string;
      }[] | null;
      /** invited: has no password yet. */
      state: "invited" | "active" | "disabled";
      second_factor: boolean;
      /** Latest use among the sessions that are kept. */
      last_seen_at: string | null;
      /** Browsers that are signed in now. */
      sessions: number;
      created_at: string;
    };
    /** The organisation has an administrator with this e-mail address. Change that administrator instead. */
    AdministratorExistsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Administrator exists";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "ADMINISTRATOR_EXISTS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    AdministratorList: {
      administrators: components["schemas"]["Administrator"][];
    };
    AnswerMyCourseRequest: {
      /** Of each question the places of the chosen options, from 0. */
      answers: number[][];
    };
    /** A record that was read can be sent back: `id`, `course_title`, `type`, `status`, `overdue`, `source`, `source_ref`, `mandatory`, `assigned_at`, `started_at`, `completed_at`, `failed_at`, `cancelled_at`, `cancel_reason`, `progress_percent`, `score`, `passed`, `attempts_used`, `attempts_allowed`, `renewal_of`, `parent_enrollment_id`, `certificate`, `license_id`, `compliance_status`, `created_at`, `updated_at` are taken and ignored. */
    AssignCourseRequest: {
      /** Names the person; or send user_id. */
      employee_no?: string;
      /** Names the person; or send employee_no. */
      user_id?: string;
      /** Names the course or learning path; or send course_id. */
      course_code?: string;
      /** Names the course or learning path; or send course_code. */
      course_id?: string;
      /** From the cycle before the current one to the second one after it; any other is refused with OUT_OF_RANGE. Default: the current cycle, in the organisation's time zone. */
      cycle_year?: number;
      /** Last day on time, today or later. Default: today and the course's default_due_days; null: none. */
      due_date?: string | null;
    };
    AttemptError: "TIMEOUT" | "CONNECTION_REFUSED" | "DNS" | "TLS" | "HTTP_STATUS" | "REDIRECT_REFUSED" | "ADDRESS_NOT_ALLOWED" | "INTERRUPTED";
    AttemptTrigger: "scheduled" | "manual" | "replay" | "ping";
    Attendance: {
      course_session: components["schemas"]["CourseSession"];
      /** Percentage from which on the course is passed. */
      pass_score: number | null;
      /** Whether attendance can be noted now; results from the session's start on. */
      is_open: boolean;
      /** Those who are booked, by name; then those who wait, in their order. */
      people: {
        person_id: string;
        full_name: string | null;
        employee_no: string | null;
        state: "booked" | "waiting";
        is_walk_in: boolean;
        /** null: not noted. */
        attended: boolean | null;
        /** null: no result is recorded. */
        passed: boolean | null;
        score: number | null;
        attempt_number: number | null;
      }[];
    };
    AttendanceAnswer: {
      results: {
        person_id: string;
        /** recorded: the result counts as an attempt; replayed: it had been recorded before. */
        status: "noted" | "recorded" | "replayed" | "refused";
        /** Why it was refused. */
        problem: components["schemas"]["AttendanceRowProblem"] | null;
      }[];
      attendance: components["schemas"]["Attendance"];
    };
    /** The course session has not begun yet, or was cancelled. Note who is there from two hours before it begins, and results from its beginning on. */
    AttendanceNotOpenProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Attendance not open";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "ATTENDANCE_NOT_OPEN";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    AttendanceRowProblem: {
      type: string;
      title: string;
      status: number;
      detail: string;
      code: string;
      errors?: {
        pointer: string;
        code: components["schemas"]["FaultCode"];
        detail: string;
      }[];
    };
    AttentionList: {
      /** What is worst comes first; of each kind 20 at most. */
      items: {
        kind: "webhook_disabled" | "client_expired" | "mails_waiting" | "client_near_limit" | "webhook_degraded" | "client_expiring" | "addresses_blocked" | "scim_refused" | "values_unmatched" | "import_failed" | "evaluation_stopped" | "license_full" | "license_ending" | "assignments_blocked" | "renewals_blocked" | "contract_ending" | "addresses_bouncing";
        /** Of what needs attention, where it is one thing. */
        id: string | null;
        name: string | null;
        /** How many, or how many percent of a day's quota are used. */
        count: number | null;
        /** Since when, or until when. */
        at: string | null;
        /** The last day, of what is given for days. */
        day: string | null;
      }[];
    };
    /** The organisation has an attribute of this key. Use that one, or choose another key. */
    AttributeExistsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Attribute exists";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "ATTRIBUTE_EXISTS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** People have values of the attribute, or rules or groups ask for it. Take it out of rules and groups and empty it for all people first. */
    AttributeInUseProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Attribute in use";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "ATTRIBUTE_IN_USE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    AttributeValue: string | number | boolean | string[] | null;
    AuditList: {
      pagination: components["schemas"]["CursorPagination"];
      entries: components["schemas"]["AuditRecord"][];
      /** What the entries are about, and what else their changes name by id. */
      named: {
        type: string;
        id: string;
        /** null: it has none of its own, as an enrollment. */
        name: string | null;
        /** Whose it is, or who it is. */
        user: {
          id: string;
          /** null: the person's data were erased. */
          name: string | null;
        } | null;
        /** Of which course. */
        course: {
          id: string;
          title: string;
          is_path: boolean;
        } | null;
      }[];
    };
    AuditRecord: {
      id: string;
      occurred_at: string;
      actor: {
        type: "client" | "operator" | "administrator" | "person" | "rule" | "system";
        id: string | null;
        name: string | null;
      };
      operation: string;
      target_type: string;
      target_id: string | null;
      /** Fields by name, mostly as [before, after]. */
      changes: Record<string, unknown>;
      /** Changed fields that are personal data. */
      personal: Record<string, unknown>;
      request_id: string | null;
      /** Rows of one mass operation share it. */
      batch_id: string | null;
      /** Its place in the chain; null: it is sealed within a second or so. */
      seq: number | null;
    };
    AuditVerification: {
      intact: boolean;
      /** Rows from the first one on that are as they were sealed. */
      rows: number;
      /** The latest rows, which wait for their seal. */
      unsealed: number;
      /** The first row that is not as it was sealed. */
      first_fault: {
        kind: "ROW_MISSING" | "ROW_DIFFERS" | "SEAL_MISSING" | "NEVER_SEALED";
        seq: number | null;
        audit_id: string;
      } | null;
      /** The end of the chain, to be kept somewhere else. */
      checkpoint: string | null;
      /** Whether the chain passes through the given checkpoint. */
      checkpoint_holds: boolean | null;
      /** Where another database went on with the log: after a restore, a promotion, a change of the cluster. */
      takeovers: {
        /** The sealed row that says so. */
        seq: number;
        epoch: number;
        began_at: string;
        before: {
          /** Of the database cluster; null: not known. */
          system_identifier: string | null;
          /** Of the cluster; a restore to a point in time and a promotion begin one. */
          timeline: number | null;
        };
        after: {
          /** Of the database cluster; null: not known. */
          system_identifier: string | null;
          /** Of the cluster; a restore to a point in time and a promotion begin one. */
          timeline: number | null;
        };
      }[];
      /** Of a checkpoint that does not hold: the takeover, by its `seq`, after which the chain went on from a copy that was older than the checkpoint. What the checkpoint stood for is not in this database. Ask the operator for the restore of that day. */
      restored_before_checkpoint: number | null;
    };
    BadgeWork: {
      course_code: string;
      course_title: string;
      /** The last day on which it holds; null: no end is known. */
      last_day: string | null;
    };
    BankQuestion: {
      id: string;
      text: string;
      options: string[];
      /** Places of the right options, from 0. */
      correct: number[];
      updated_at: string;
    };
    BankQuestionList: {
      pagination: components["schemas"]["CursorPagination"];
      category: string;
      /** The oldest first. */
      questions: components["schemas"]["BankQuestion"][];
    };
    /** The evaluation is done, or goes on by itself. Look how far it is; it can be tried again once it has failed, or has stood still for a quarter of an hour. */
    BatchNotStoppedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Evaluation has not stopped";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "BATCH_NOT_STOPPED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    BlockedAddress: {
      /** The address, or the /64 network of an IPv6 address. */
      address: string;
      since: string;
      until: string;
      left_s: number;
      /** Refused authentications from it, as the request log has them. */
      failures: number;
      /** Whose key ids were tried. */
      clients: {
        id: string;
        name: string;
      }[];
    };
    BlockedAddressList: {
      addresses: components["schemas"]["BlockedAddress"][];
    };
    Bounce: {
      address: string;
      since: string;
      /** RFC 3463; null: the mail server gave none. */
      status: string | null;
      /** The mail server's words. */
      said: string;
      /** reply: when the mail was sent; report: later, by a message. */
      told_by: "reply" | "report";
    };
    BouncingPeople: {
      /** The newest 200, the newest first. */
      people: {
        id: string;
        name: string;
        employee_no: string;
        address: string;
        since: string;
        /** RFC 3463; null: the mail server gave none. */
        status: string | null;
        /** The mail server's words. */
        said: string;
        /** reply: when the mail was sent; report: later, by a message. */
        told_by: "reply" | "report";
      }[];
    };
    /** The organisation requires sign-in with the company's identity, and this administrator is the one who signs in without it when the identity provider does not work. That takes the role of an IT administrator, a password and a second factor. Name another administrator in the settings of sign-in first. */
    BreakGlassAdministratorProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Administrator for emergencies";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "BREAK_GLASS_ADMINISTRATOR";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** Sign-in with the company's identity can be required only where an administrator is named who signs in without it in an emergency: an enabled IT administrator with a password and a second factor. Have an IT administrator set up a second factor in their account, and name them. */
    BreakGlassNeededProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Administrator for emergencies needed";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "BREAK_GLASS_NEEDED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    BulkOperation: {
      id: string;
      kind: "assign" | "extend" | "exempt" | "join" | "remind" | "complete" | "invite" | "undo";
      course: {
        id: string;
        code: string;
        title: string;
      } | null;
      group: {
        id: string;
        name: string;
      } | null;
      /** A date from 1900 on, YYYY-MM-DD. */
      due_date: string | null;
      /** The order that it undoes. */
      undoes: string | null;
      /** The order that undoes it. */
      undone_by: string | null;
      /** It is finished, can be undone, and was not. */
      can_undo: boolean;
      /** The administrator's name. */
      ordered_by: string;
      ordered_at: string;
      people_total: number;
      people_done: number;
      /** People by what became of them. */
      counts: Record<string, number>;
      /** Nothing has moved for a minute; the same order, sent again, goes on where it stands. */
      stopped: boolean;
      finished_at: string | null;
      updated_at: string;
    };
    BulkOrder: {
      selection: {
        /** People chosen one by one. */
        person_ids?: string[];
        filter?: {
          /** Exactly this one; letter case does not count. */
          employee_no?: string;
          department_id?: string;
          /** With `department_id`: also the people of all departments below it. Default: false. */
          include_subdepartments?: boolean;
          worker_type?: components["schemas"]["WorkerType"];
          contractor_id?: string;
          /** The people of this manager. */
          manager_id?: string;
          /** With `manager_id`: also the people of these people, down to the last. Default: false. */
          include_indirect_reports?: boolean;
          status?: components["schemas"]["PersonStatus"];
          /** Exactly this address; letter case does not count. */
          email?: string;
          /** Part of the name, employee number, login or e-mail address; case and diacritics do not count. */
          q?: string;
        };
      };
      /** Left out: assign. */
      kind?: "assign" | "extend" | "exempt" | "join" | "remind" | "complete" | "invite";
      /** assign, extend, exempt, complete; of remind: left out, it is about everything that is open. */
      course_id?: string;
      /** join: a group whose members are kept by people. */
      group_id?: string;
      /** assign: the last day; null or left out: by the course. extend: the later day. */
      due_date?: string | null;
      /** exempt: the first day. */
      from?: string;
      /** exempt: the last day; null or left out: until it is ended. */
      until?: string | null;
      /** exempt. */
      reason?: string;
      /** complete: the day on which the course was passed. */
      completed_on?: string;
      /** complete: of each of them, in percent; null or left out: nothing was scored. */
      score?: number | null;
    };
    BulkPreview: {
      /** Under it the order is carried out, once. */
      operation_id: string;
      people: number;
      /** Those for whom it would be done. */
      assigned: number;
      /** Those for whom there is nothing to do; they stay as they are. */
      has_it: number;
      left_out: {
        reason: "no_seat" | "person_inactive" | "inactive" | "license_expired" | "path_only" | "unknown" | "nothing_open" | "no_attempts_left" | "assigned_later" | "score_too_low" | "reminded_today" | "no_address" | "bouncing" | "no_mails" | "refused_by_receiver" | "changed_since" | "has_login" | "invited_lately";
        count: number;
      }[];
      seats: {
        license_id: string;
        name: string;
        /** null: as many as are asked for. */
        seats_total: number | null;
        free: number | null;
        /** Seats that the order would take. */
        taken: number;
        /** People for whom there would be none. */
        short: number;
      }[];
    };
    CancelCourseSessionRequest: {
      /** Told to everybody who is booked or waits. */
      reason: string;
    };
    CancelReason: "admin" | "department_changed" | "group_left" | "person_deactivated" | "course_retired" | "superseded" | "api";
    /** Files are kept with external evidence; a certificate that was issued here is its own evidence. Record the external evidence, and keep the file with that record. */
    CertificateIsOwnProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Certificate was issued here";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "CERTIFICATE_IS_OWN";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    CertificateSource: "course" | "external";
    CertificateStatus: "valid" | "expiring" | "expired" | "superseded" | "revoked";
    ChangeAdministratorRequest: {
      name?: string;
      role?: "it_admin" | "training_admin" | "compliance_officer" | "guard";
      /** Departments that a training administrator or compliance officer looks after, with all below them. null: all. */
      department_ids?: string[] | null;
      /** A disabled administrator cannot sign in. */
      disabled?: boolean;
    };
    ChangeAttributeRequest: {
      type?: "string" | "number" | "boolean" | "string_array";
      /** How people read its name; null: as its key. */
      label?: string | null;
    };
    ChangeClientRequest: {
      name?: string;
      scopes?: ("users:read" | "users:write" | "enrollments:write" | "compliance:read" | "webhooks:manage" | "scim" | "structure:read" | "structure:write" | "attempts:write" | "gate:read" | "xapi:read" | "xapi:write")[];
      methods?: ("api_key" | "oauth2")[];
      /** Whether the client's tokens have to be bound to a key of its own (DPoP, RFC 9449); API keys are no tokens. */
      dpop_bound_access_tokens?: boolean;
      /** Networks in CIDR form from which the client may call; none: from everywhere. */
      ip_allowlist?: string[];
      /** The last day on which the client works, in the organisation's time zone. */
      expires_on?: string | null;
      /** Hosts that its webhooks may go to: exact names, or `*.example.com` for every name below. */
      webhook_hosts?: string[];
      /** Limits below the organisation's contract; null: those of the contract. */
      rate?: {
        profile?: "identity_provider";
        per_minute?: number | null;
        burst?: number | null;
        per_day?: number | null;
      };
      /** How requests to SCIM are read. */
      scim_profile?: "generic" | "entra" | "okta" | "strict";
      disabled?: boolean;
    };
    ChangeContractorRequest: {
      name?: string;
      /** A code of one line. */
      code?: string;
      active?: boolean;
      tax_id?: string | null;
      /** Two capital letters, ISO 3166-1. */
      country?: string | null;
      /** Its people are deactivated at the end of this day. */
      contract_valid_until?: string | null;
    };
    ChangeCourseRequest: {
      title?: string;
      active?: boolean;
      mandatory?: boolean;
      default_due_days?: number | null;
      languages?: string[];
      recurrence?: components["schemas"]["CourseRecurrence"];
      estimated_minutes?: number | null;
      validity?: {
        value: number;
        unit: components["schemas"]["ValidityUnit"];
      } | null;
      renewal?: {
        enabled?: boolean;
        lead_days?: number | null;
        basis?: components["schemas"]["RenewalBasis"] | null;
        /** A day of the calendar, MM-DD. */
        fixed_on?: string | null;
        min_days?: number | null;
      };
      /** null: where the course has a validity. */
      issues_certificates?: boolean | null;
      expiring_soon_days?: number;
      grace_days?: number;
      attempts_allowed?: number;
      pass_score?: number | null;
      content?: {
        kind: "link" | "document" | "quiz" | "package";
        /** An https:// address without blanks, user or password. */
        url?: string;
        text?: string;
        questions?: {
          text: string;
          options: string[];
          /** Places of the right options, from 0. */
          correct: number[];
        }[];
        /** A content package of the organisation. */
        package_id?: string;
      } | null;
      /** For learners: how, where and when it is held, and whom to ask. Plain text. */
      instructions?: string | null;
      /** Managers may record results of their people. */
      results_by_managers?: boolean;
    };
    ChangeCourseSessionRequest: {
      /** Where it is held. */
      location?: string;
      /** Date and time as a clock in the session's room shows them, YYYY-MM-DDThh:mm. */
      starts_local?: string;
      /** Date and time as a clock in the session's room shows them, YYYY-MM-DDThh:mm. */
      ends_local?: string;
      /** IANA name; left out: the organisation's. */
      time_zone?: string;
      /** A person; null: somebody who has no account here. */
      trainer_id?: string | null;
      /** People who can be booked. */
      capacity?: number;
      /** People who can wait for a place; 0: nobody. */
      waiting_max?: number;
    };
    ChangeDepartmentRequest: {
      name?: string;
      /** A code of one line. */
      code?: string;
      /** The department above; null: none. */
      parent_id?: string | null;
      active?: boolean;
    };
    ChangeDigestSettingsRequest: {
      /** Whether managers are told of their people each week. */
      managers?: boolean;
      /** Whether administrators are told how the organisation stands each week. */
      administrators?: boolean;
      /** Day of the week, from 1, Monday, to 7, Sunday. */
      weekday?: number;
      /** Hour of the organisation's day from which they are written; outside the hours of reminders the next of these is waited for. */
      hour?: number;
    };
    /** A record that was read can be sent back: `id`, `course_title`, `type`, `status`, `overdue`, `source`, `source_ref`, `mandatory`, `assigned_at`, `started_at`, `completed_at`, `failed_at`, `cancelled_at`, `cancel_reason`, `progress_percent`, `score`, `passed`, `attempts_used`, `attempts_allowed`, `renewal_of`, `parent_enrollment_id`, `certificate`, `license_id`, `compliance_status`, `created_at`, `updated_at`, `user_id`, `employee_no`, `course_id`, `course_code`, `cycle_year` are taken and ignored. */
    ChangeEnrollmentRequest: {
      /** Last day on time, today or later; null: none. */
      due_date?: string | null;
    };
    ChangeGateSettingsRequest: {
      /** For how many hours a badge is valid after it was issued. */
      badge_hours: number;
    };
    ChangeGroupRequest: {
      /** A code of one line. */
      code?: string;
      name?: string;
      conditions?: components["schemas"]["ConditionsInput"] | null;
      /** Courses and learning paths. */
      course_ids?: string[];
      /** Days from the assignment, or from the first day of employment when that is later. Null: the course's. */
      due_days?: number | null;
      /** What becomes of enrollments that were not started when it no longer applies. Default: cancel. */
      on_leave?: components["schemas"]["OnLeave"];
      /** Refused with 412 when another one stands. */
      version?: number;
    };
    ChangeHistory: {
      entries: {
        id: string;
        occurred_at: string;
        actor_type: string;
        actor_name: string | null;
        operation: string;
        /** Fields by name, as [before, after]. */
        changes: Record<string, unknown>;
      }[];
      /** What the changes call by id. */
      names: Record<string, string>;
    };
    ChangeLicenseRequest: {
      name?: string;
      /** null: without a limit. */
      seats_total?: number | null;
      /** A date from 1900 on, YYYY-MM-DD. */
      valid_from?: string | null;
      /** A date from 1900 on, YYYY-MM-DD. */
      valid_until?: string | null;
      seat_unit?: components["schemas"]["SeatUnit"];
      release?: "unstarted" | "always" | "never";
      /** Courses and learning paths that it covers. */
      items?: string[];
    };
    ChangePathRequest: {
      title?: string;
      active?: boolean;
      mandatory?: boolean;
      default_due_days?: number | null;
      /** Courses in their order. */
      items?: {
        course_id: string;
        mandatory: boolean;
      }[];
    };
    /** A record that was read can be sent back: `id`, `full_name`, `login`, `managed_by`, `external_id`, `last_sign_in_at`, `deactivated_at`, `created_at`, `updated_at`, `status` are taken and ignored. */
    ChangePersonRequest: {
      /** One line. Unique in the organisation; letter case does not count. */
      employee_no?: string;
      first_name?: string;
      last_name?: string;
      /** Null only where the organisation does not require addresses. */
      email?: string | null;
      worker_type?: components["schemas"]["WorkerType"];
      /** Case, diacritics and extra spaces do not count. The department must exist. */
      department_name?: string | null;
      /** Instead of the name, or beside it when both mean the same department. */
      department_id?: string | null;
      /** The company of a b2b_contractor, which must exist. */
      contractor_name?: string | null;
      /** Instead of the name; needed where two companies share one. */
      contractor_id?: string | null;
      /** The manager's employee number: of any other person who is not below this one. */
      manager_employee_no?: string | null;
      /** Instead of the number, or beside it when both mean the same person. */
      manager_id?: string | null;
      job_title?: string | null;
      /** A BCP 47 language tag. */
      language?: string | null;
      /** A date from 1900 on, YYYY-MM-DD. */
      employment_start_date?: string | null;
      /** A date from 1900 on, YYYY-MM-DD. */
      employment_end_date?: string | null;
      /** Merged key by key: null removes a key, other keys stay. Null for the whole removes all. */
      attributes?: components["schemas"]["PersonAttributeChanges"] | null;
      /** False deactivates the account, true reactivates a deactivated one. */
      active?: boolean;
    };
    ChangePreview: {
      people: {
        /** All people whose account is in use. */
        looked_at: number;
        /** To whom it would newly apply. */
        in: number;
        /** To whom it would no longer apply. */
        out: number;
        /** To whom it applies and would go on applying. */
        stay: number;
      };
      /** The first of those to whom it would newly apply. */
      joining: components["schemas"]["PreviewedPerson"][];
      /** The first of those to whom it would no longer apply. */
      leaving: components["schemas"]["PreviewedPerson"][];
      enrollments: {
        /** People of whom more or less would be asked than now. */
        people_concerned: number;
        /** Those of them whose enrollments were worked out, in the order in which the change would reach them. */
        people_considered: number;
        assigned: number;
        /** Asked for, and there already: an enrollment or a certificate serves. */
        served: number;
        /** Not started, and cancelled. */
        cancelled: number;
        /** No longer asked for, but started, completed or kept by `on_leave`. */
        kept: number;
        /** What could not be assigned, and why. */
        blocked: {
          course_id: string;
          code: string;
          title: string;
          reason: string;
          count: number;
        }[];
      };
      /** Licences under which something would be assigned. Seats that leavers give back are not counted. */
      seats: {
        license_id: string;
        name: string;
        seats_total: number | null;
        /** Before the change; null: without a limit. */
        free: number | null;
        /** Seats that the change would take. */
        taken: number;
        /** Seats that it would lack. */
        short: number;
      }[];
      /** The enrollments of some people were not worked out: the numbers are of the considered people alone. */
      truncated: boolean;
    };
    ChangeQuestionRequest: {
      text: string;
      options: string[];
      /** Places of the right options, from 0. */
      correct: number[];
    };
    ChangeReminderSettingsRequest: {
      /** Whether learners are told of what has been assigned to them. */
      assigned?: boolean;
      /** Days before the due date; null: not reminded of. */
      due_soon_days?: number | null;
      /** Told again so many days before the due date, each fewer than the first; 0: on the day itself. */
      due_soon_also?: number[];
      /** Days after the due date, and between repetitions; null: not reminded of. */
      overdue_every_days?: number | null;
      /** How many times at most an overdue enrollment is reminded of. */
      overdue_times?: number;
      /** Days before a certificate's last day; null: not reminded of. */
      expiring_days?: number | null;
      /** Told again so many days before the last day, each fewer than the first; 0: on the day itself. */
      expiring_also?: number[];
      /** Whether who is booked is told of a course session on the day before. */
      sessions?: boolean;
      /** Whether reminders are mailed; false: they are shown in the panel alone. */
      by_mail?: boolean;
      /** Hour of the organisation's day from which mails are written. */
      from_hour?: number;
      /** Hour before which they are written; later than `from_hour`. */
      until_hour?: number;
    };
    ChangeReportRequest: components["schemas"]["ReportInput"];
    ChangeRetentionRequest: {
      /** null: the default, 30 days. */
      request_log?: number | null;
      /** null: the default, 30 days. */
      sync_log?: number | null;
      /** null: the default, 30 days. */
      mails?: number | null;
      /** null: the default, 30 days. */
      import_reports?: number | null;
      /** null: the default, 1095 days. */
      reminders?: number | null;
      /** null: the default, 730 days. */
      bulk_orders?: number | null;
      /** null: for ever. */
      people_who_left?: number | null;
    };
    ChangeRuleRequest: {
      name?: string;
      conditions?: {
        /** One of these departments. */
        department_ids?: string[];
        /** Whether people of the departments below count as well. Default: true. */
        include_subdepartments?: boolean;
        worker_type?: components["schemas"]["WorkerType"];
        /** One of these companies. */
        contractor_ids?: string[];
        /** Part of the job title; case and diacritics do not count. */
        job_title_contains?: string;
        /** Values by key; of an attribute that is a list, one of its entries. */
        attributes?: Record<string, components["schemas"]["ConditionValue"]>;
      };
      /** Courses and learning paths. */
      course_ids?: string[];
      /** Days from the assignment, or from the first day of employment when that is later. Null: the course's. */
      due_days?: number | null;
      /** What becomes of enrollments that were not started when it no longer applies. Default: cancel. */
      on_leave?: components["schemas"]["OnLeave"];
      /** Whether a valid certificate serves instead of an enrollment. Default: true. */
      count_valid_certificates?: boolean;
      /** How old such a certificate may be; null: as long as it is valid. */
      look_back_days?: number | null;
      /** Default: true. */
      active?: boolean;
      /** Refused with 412 when another one stands. */
      version?: number;
    };
    ChangeSettingsRequest: {
      name?: string;
      /** IANA name; dates are dates of this zone. */
      time_zone?: string;
      /** Of mails to whom no language of their own is known. */
      language?: "en" | "pl" | "de" | "fr" | "es" | "uk";
      /** First month of the cycle year. */
      fiscal_month?: number;
      /** Whether every person needs an e-mail address. */
      email_required?: boolean;
      /** Whether an unknown department that an identity provider names is created. */
      create_departments_from_scim?: boolean;
      /** Of the panel and of certificates, #rrggbb; darker or lighter shades are used where it could not be read. */
      color?: string | null;
      /** Of certificates of own courses; null: Certificate. */
      certificate_title?: string | null;
      /** Between the name and the course of such certificates, in eight lines at most; may name the fields {name}, {course}, {date}, {number}, {valid_until}, {organisation}. */
      certificate_text?: string | null;
      /** Who signs, below such certificates. */
      certificate_signatory?: string | null;
      /** What that person is, below the name. */
      certificate_signatory_title?: string | null;
      /** Of such certificates, on A4. */
      certificate_orientation?: "landscape" | "portrait";
    };
    ChangeSubscriptionRequest: {
      name?: string;
      /** Where deliveries are sent: `https://`, a public host name on port 443, without user, password and fragment. The host must be on the client's list of allowed webhook hosts. */
      target_url?: string;
      /** Event types. Repeated ones count once. */
      subscribed_events?: components["schemas"]["EventType"][];
      /** `platform.v1`, the default, or `cloudevents.v1`. The previous name of the first is taken, too; answers always say `platform.v1`. Deliveries that wait are sent in the present format. */
      delivery_format?: string;
      /** Only events whose person is in one of these departments or below, or has left it by the change; null: of everybody. */
      department_ids?: string[] | null;
      /** Only events of these courses and learning paths; null: of all. */
      course_ids?: string[] | null;
    };
    CheckInByNumberRequest: {
      employee_no: string;
    };
    CheckInCode: {
      /** What the QR code says: the page on which a learner is noted as present. */
      url: string;
      replaced_at: string;
    };
    /** The code is older than a minute, or is none that a room of this organisation shows. Read the code again that the room shows now. */
    CheckInOutdatedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Code outdated";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "CHECK_IN_OUTDATED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    CheckInRequest: {
      code: string;
    };
    CheckSignatureRequest: {
      /** The value of X-LMS-Signature. */
      header: string;
      /** The body's bytes in base64. Text would lose the blanks at its ends. */
      body_base64: string;
      secret: string;
    };
    CheckWebhookTargetRequest: {
      client_id: string;
      target_url: string;
    };
    CheckedIn: {
      /** already: it had been noted before. */
      status: "present" | "already";
      full_name: string;
      course_title: string;
      location: string;
    };
    ChooseLanguageRequest: {
      /** Of the pages and of mails. */
      language: "en" | "pl" | "de" | "fr" | "es" | "uk";
    };
    ChooseMailsRequest: {
      /** Reminders of training that is due soon. Those of what is assigned or overdue cannot be done without. */
      due_soon?: boolean;
      /** Weekly digests, to managers and administrators. */
      digests?: boolean;
      /** Reports that administrators have mailed to each other. */
      reports?: boolean;
    };
    Client: {
      id: string;
      name: string;
      /** expiring: within 14 days. */
      state: "active" | "expiring" | "expired" | "disabled" | "revoked";
      scopes: ("users:read" | "users:write" | "enrollments:write" | "compliance:read" | "webhooks:manage" | "scim" | "structure:read" | "structure:write" | "attempts:write" | "gate:read" | "xapi:read" | "xapi:write")[];
      methods: ("api_key" | "oauth2")[];
      /** Whether its tokens have to be bound to a key (DPoP). */
      dpop_bound_access_tokens: boolean;
      ip_allowlist: string[];
      webhook_hosts: string[];
      /** How requests to SCIM are read. */
      scim_profile: "generic" | "entra" | "okta" | "strict";
      rate: {
        per_minute: number | null;
        burst: number | null;
        per_day: number | null;
      };
      /** Those in force: its own ones within the contract. */
      limits: {
        per_minute: number;
        burst: number;
        per_day: number;
      };
      /** The last day on which it works. */
      expires_on: string | null;
      expires_at: string | null;
      created_at: string;
      last_used_at: string | null;
      /** Of the last request that the request log keeps; a second after its answer. */
      last_used_address: string | null;
      /** Those that work, the newest first. */
      secrets: {
        /** The public part of the secret; logs name it. */
        key_id: string;
        created_at: string;
        /** Rotated out: it works until then. */
        expires_at: string | null;
      }[];
      /** In the order in which they were added. */
      public_keys: components["schemas"]["ClientKey"][];
      /** Where the client stands at this instant. */
      bucket: {
        /** Requests that would pass at this instant. */
        tokens: number;
        /** Until there is one more; null: it is full. */
        next_token_ms: number | null;
        /** Until it is full. */
        full_ms: number;
        /** Requests of this UTC day. */
        used_today: number;
        day_ends_ms: number;
      };
    };
    ClientActivity: {
      /** The last 24 hours, the earliest first. */
      hours: {
        at: string;
        succeeded: number;
        refused: number;
        limited: number;
        failed: number;
      }[];
      /** Access tokens that it took in these hours. */
      tokens: {
        count: number;
        last_at: string | null;
      };
    };
    /** A public key, by whose private half the client signs its token requests. */
    ClientKey: {
      /** By which it is removed. */
      key_id: string;
      /** What the header of an assertion names it by. */
      kid: string;
      algorithm: "RS256" | "PS256" | "ES256" | "EdDSA";
      /** RFC 7638, SHA-256. */
      thumbprint: string;
      created_at: string;
      /** It works until then; null: it has no end of its own. */
      expires_at: string | null;
      /** To the minute: the last assertion that was accepted. */
      last_used_at: string | null;
    };
    /** Requests a minute, at once, and on a UTC day. */
    ClientLimits: {
      per_minute: number;
      burst: number;
      per_day: number;
    };
    ClientList: {
      pagination: {
        total: number;
        limit: number;
        offset: number;
      };
      clients: components["schemas"]["Client"][];
    };
    /** The organisation has a client of this name already, a revoked one perhaps; case, diacritics and extra spaces do not count. Choose another name. */
    ClientNameTakenProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Client name taken";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "CLIENT_NAME_TAKEN";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The client was revoked, which is for good. Create another client. */
    ClientRevokedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Client revoked";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "CLIENT_REVOKED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    ClientSetup: {
      contract: components["schemas"]["ClientLimits"];
      /** The address from which this page is looked at. */
      your_address: string;
    };
    /** There is no organisation with this tenant code, or it does not let people sign in with the company's identity. The answer is the same for both. Check the tenant code, or sign in with the password. */
    CompanySignInNotOfferedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Not offered";
      status: 404;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "COMPANY_SIGN_IN_NOT_OFFERED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The organisation requires this account to sign in with the company's identity: a password, or a link that sets one, is not taken. Where it requires that of everybody, each failed sign-in is answered so. Choose `Sign in with your company` on the sign-in page. */
    CompanySignInRequiredProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Company sign-in required";
      status: 403;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "COMPANY_SIGN_IN_REQUIRED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    ComplianceBasis: "enrollment" | "certificate" | "completion" | "exemption";
    ComplianceExplanation: {
      employee_no: string | null;
      user_id: string;
      course_code: string;
      /** A date from 1900 on, YYYY-MM-DD. */
      as_of: string;
      /** The organisation's, in which days begin and end. */
      timezone: string;
      /** null: nothing is required; `reasons` says why. */
      status: components["schemas"]["ComplianceFlag"] | null;
      basis: components["schemas"]["ComplianceBasis"] | null;
      /** What decides, first. */
      reasons: {
        code: components["schemas"]["ExplanationCode"];
        /** One sentence in English. */
        detail: string;
        /** What the sentence says, for programs that write it in another language: those members that the code has. */
        facts: {
          /** Its number. */
          certificate?: string;
          /** A date from 1900 on, YYYY-MM-DD. */
          valid_from?: string;
          /** The last day of a certificate or exemption; null: without an end. */
          until?: string | null;
          /** A date from 1900 on, YYYY-MM-DD. */
          assigned_on?: string;
          /** A date from 1900 on, YYYY-MM-DD. */
          due_date?: string | null;
          days_left?: number;
          /** Of the course's window, or of its grace. */
          days?: number;
          /** How far a renewal is. */
          state?: components["schemas"]["RenewalProgress"];
          /** Why an assignment or a renewal waits. */
          blocked?: components["schemas"]["WaitingReason"];
        };
      }[];
      /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
      next_status: components["schemas"]["ComplianceFlag"] | null;
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
    ComplianceFlag: "OVERDUE" | "PENDING" | "IN_PROGRESS" | "EXPIRING_SOON" | "COMPLIANT";
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
        seat_unit: components["schemas"]["SeatUnit"];
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
        severity_order: components["schemas"]["ComplianceFlag"][];
      };
      /** One row a person, in the order of their names. */
      rows: components["schemas"]["MatrixRow"][];
    };
    ComplianceMatrixChoices: {
      /** Courses that at least one person must take. */
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
      /** Learning paths in use with courses that at least one person must take: groups of the matrix's columns. */
      paths: {
        code: string;
        title: string;
        /** Codes, in the path's order. */
        courses: string[];
      }[];
    };
    ComplianceStanding: {
      /** A date from 1900 on, YYYY-MM-DD. */
      as_of: string;
      by: components["schemas"]["StandingBy"];
      total: {
        /** Entries of the matrix: a person and a course that the person needs. */
        entries: number;
        /** Those with the flag COMPLIANT or EXPIRING_SOON. */
        covered: number;
        /** Entries whose certificate has its last valid day, or whose enrollment has its due date, within 4 weeks from today on. */
        due_4: number;
        /** Entries whose certificate has its last valid day, or whose enrollment has its due date, within 8 weeks from today on. */
        due_8: number;
        /** Entries whose certificate has its last valid day, or whose enrollment has its due date, within 12 weeks from today on. */
        due_12: number;
      };
      /** Those with most entries that are not covered first. */
      lines: {
        /** null: people without one. */
        id: string | null;
        /** Of a course. */
        code: string | null;
        /** null: people without one, or a manager of another department. */
        name: string | null;
        /** Entries of the matrix: a person and a course that the person needs. */
        entries: number;
        /** Those with the flag COMPLIANT or EXPIRING_SOON. */
        covered: number;
        /** Entries whose certificate has its last valid day, or whose enrollment has its due date, within 4 weeks from today on. */
        due_4: number;
        /** Entries whose certificate has its last valid day, or whose enrollment has its due date, within 8 weeks from today on. */
        due_8: number;
        /** Entries whose certificate has its last valid day, or whose enrollment has its due date, within 12 weeks from today on. */
        due_12: number;
      }[];
      /** Lines beyond those that are shown. */
      left_out: number;
    };
    ComplianceTrend: {
      /** A date from 1900 on, YYYY-MM-DD. */
      as_of: string;
      /** false: more has changed than one answer looks at; the days begin later. */
      complete: boolean;
      /** Every seventh day up to today, the oldest first. */
      days: {
        /** A date from 1900 on, YYYY-MM-DD. */
        day: string;
        counts: {
          OVERDUE: number;
          PENDING: number;
          IN_PROGRESS: number;
          EXPIRING_SOON: number;
          COMPLIANT: number;
        };
      }[];
    };
    ConditionAttributes: {
      attributes: {
        key: string;
        type: "string" | "number" | "boolean" | "string_array";
        /** How people read its name; null: as its key. */
        label: string | null;
      }[];
    };
    ConditionValue: string | number | boolean;
    Conditions: {
      /** One of these departments. */
      department_ids?: string[];
      /** Whether people of the departments below count as well. Default: true. */
      include_subdepartments?: boolean;
      worker_type?: components["schemas"]["WorkerType"];
      /** One of these companies. */
      contractor_ids?: string[];
      /** Part of the job title; case and diacritics do not count. */
      job_title_contains?: string;
      /** Values by key; of an attribute that is a list, one of its entries. */
      attributes?: Record<string, components["schemas"]["ConditionValue"]>;
    };
    ConditionsInput: {
      /** One of these departments. */
      department_ids?: string[];
      /** Whether people of the departments below count as well. Default: true. */
      include_subdepartments?: boolean;
      worker_type?: components["schemas"]["WorkerType"];
      /** One of these companies. */
      contractor_ids?: string[];
      /** Part of the job title; case and diacritics do not count. */
      job_title_contains?: string;
      /** Values by key; of an attribute that is a list, one of its entries. */
      attributes?: Record<string, components["schemas"]["ConditionValue"]>;
    };
    ConfirmSecondFactorRequest: {
      /** The six digits that the authenticator shows. */
      code: string;
    };
    ContentLaunch: {
      /** What the frame shows; on the origin of content, good for some hours. */
      url: string;
      expires_at: string;
    };
    /** Packages run on a host of their own, and the installation has none: CONTENT_BASE_URL is not set. Ask the operator of the installation to set CONTENT_BASE_URL. */
    ContentOriginNotSetProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "No origin for content";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "CONTENT_ORIGIN_NOT_SET";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    ContentPackage: {
      id: string;
      title: string;
      /** The newest; learners under way finish the one that they began. */
      version: number;
      standard: "scorm_1.2" | "scorm_2004" | "cmi5";
      /** What its table of contents offers. */
      items: number;
      files: number;
      archive_bytes: number;
      unpacked_bytes: number;
      file_name: string;
      uploaded_by: string;
      uploaded_at: string;
      /** That refer to it. */
      courses: {
        id: string;
        code: string;
        title: string;
      }[];
    };
    ContentPackageList: {
      /** By their titles. */
      packages: components["schemas"]["ContentPackage"][];
      /** Whether the installation has an origin for content (CONTENT_BASE_URL). */
      can_be_opened: boolean;
    };
    ContractChanges: {
      /** The contract's, as in `info.version`. */
      version: string;
      /** What each version changed, the newest first. */
      changelog: {
        version: string;
        changes: string[];
      }[];
      /** Operations that are deprecated, the first to go first. */
      deprecations: {
        operation_id: string;
        method: string;
        path: string;
        summary: string;
        /** As its answers say in `Deprecation`. */
        deprecated_on: string;
        /** As they say in `Sunset`: from then on it may be gone. */
        sunset_on: string;
        /** What to use instead. */
        link: string;
      }[];
    };
    Contractor: {
      id: string;
      name: string;
      code: string;
      tax_id: string | null;
      /** ISO 3166-1 alpha-2. */
      country: string | null;
      active: boolean;
      /** A date from 1900 on, YYYY-MM-DD. */
      contract_valid_until: string | null;
      /** People of this company whose account is invited or active. */
      people_count: number;
      updated_at: string;
    };
    ContractorDetail: {
      contractor: components["schemas"]["Contractor"];
      /** Whence it came, as the audit log has it; null: that does not say. */
      origin: {
        source: "file" | "panel" | "scim" | "api";
        /** The administrator or client. */
        by: string | null;
        at: string;
      } | null;
      /** All people in it, those who have left too. */
      people_total: number;
      /** How far its people are on their way to what it is merged into; null: no merge of it is under way. */
      merging: {
        into_id: string;
        into_name: string;
        people_done: number;
        people_total: number;
        started_at: string;
        updated_at: string;
      } | null;
      /** Names by which identity providers call it, in the form in which names are compared. */
      aliases: {
        value: string;
        decided_at: string;
      }[];
      rules: {
        id: string;
        name: string;
        active: boolean;
      }[];
      groups: {
        id: string;
        name: string;
      }[];
    };
    ContractorList: {
      pagination: components["schemas"]["CursorPagination"];
      contractors: components["schemas"]["Contractor"][];
    };
    Course: {
      id: string;
      code: string;
      title: string;
      /** A learning path is assigned like a course; its items follow. */
      type: components["schemas"]["CourseType"];
      languages: string[];
      assignable: boolean;
      /** inactive: archived; license_expired: no licence that covers it is in force today; path_only: licensed only as part of a learning path. */
      unassignable_reason: components["schemas"]["UnassignableReason"] | null;
      /** Whether assigning it makes a requirement, with a compliance flag. */
      mandatory: boolean;
      estimated_minutes: number | null;
      recurrence: components["schemas"]["CourseRecurrence"];
      validity: components["schemas"]["CourseValidity"] | null;
      renewal: {
        enabled: boolean;
        /** Days before the certificate's end at which the renewal is assigned. */
        lead_days: number | null;
        /** From what the renewed validity is counted. */
        basis: components["schemas"]["RenewalBasis"] | null;
      };
      /** Days before its end from which a certificate counts as expiring soon. */
      expiring_soon_days: number;
      /** Days after the due date, or a certificate's end, until the flag is OVERDUE. */
      grace_days: number;
      /** Due date of an assignment that names none, in days from today. */
      default_due_days: number | null;
      /** Codes of the learning paths in use that contain this course. */
      path_codes: string[];
      license: components["schemas"]["CourseLicense"] | null;
      updated_at: string;
    };
    CourseDetail: {
      course: components["schemas"]["Course"];
      active: boolean;
      attempts_allowed: number;
      pass_score: number | null;
      issues_certificates: boolean;
      /** null: they are issued where there is a validity. */
      certificates_wanted: boolean | null;
      renewal_fixed_on: string | null;
      renewal_min_days: number | null;
      content: {
        kind: "link";
        /** An https:// address without blanks, user or password. */
        url: string;
      } | {
        kind: "document";
        text: string;
      } | {
        kind: "quiz";
        questions: {
          text: string;
          options: string[];
          /** Places of the right options, from 0. */
          correct: number[];
        }[];
      } | {
        kind: "package";
        /** A content package of the organisation. */
        package_id: string;
      } | {
        kind: "items";
        /** Of its list of items. */
        version: number;
      } | null;
      /** For learners: how, where and when it is held, and whom to ask. Plain text. */
      instructions: string | null;
      /** Managers may record results of their people. */
      results_by_managers: boolean;
      /** Of a path, in their order. */
      items: {
        id: string;
        code: string;
        title: string;
        active: boolean;
        mandatory: boolean;
      }[];
      /** That contain it. */
      paths: {
        id: string;
        code: string;
        title: string;
        active: boolean;
      }[];
      rules: {
        id: string;
        name: string;
        active: boolean;
      }[];
      groups: {
        id: string;
        name: string;
      }[];
      licenses: {
        id: string;
        name: string;
        seats_total: number | null;
        seats_used: number;
        /** A date from 1900 on, YYYY-MM-DD. */
        valid_from: string | null;
        /** A date from 1900 on, YYYY-MM-DD. */
        valid_until: string | null;
        /** Its code. */
        via_path: string | null;
      }[];
      enrollments: {
        assigned: number;
        in_progress: number;
        completed: number;
        failed: number;
        cancelled: number;
        withdrawn: number;
      };
    };
    /** The course does not consist of items (any more). Open the course again: it is worked on in another way. */
    CourseHasNoItemsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Course has no items";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "COURSE_HAS_NO_ITEMS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The content of the course is no package, or its package was removed. Open the course again; where it has no content here, its result is recorded by the organisation. */
    CourseHasNoPackageProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Course has no package";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "COURSE_HAS_NO_PACKAGE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The course is not worked on in this way: only documents and links are acknowledged, and only a quiz is answered. Open the course again; where it has no content here, its result is recorded by the organisation. */
    CourseHasNoSuchContentProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Course has no such content";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "COURSE_HAS_NO_SUCH_CONTENT";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The course has content here (a link, a document or a quiz): its results come from the learner's own page. Report results of courses without content only, or let a training administrator take the content out of the course. */
    CourseHeldHereProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Course held here";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "COURSE_HELD_HERE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    CourseItem: {
      /** null: the course does not consist of items, and this is its content. */
      id: string | null;
      kind: "text" | "link" | "video" | "quiz" | "package";
      title: string;
      /** Whether the course is completed without it. */
      required: boolean;
      opens: "at_once" | "after_previous" | "after_item";
      after: number | null;
      text: string | null;
      url: string | null;
      package_id: string | null;
      draws: {
        category_id: string;
        count: number;
      }[] | null;
      pass_percent: number | null;
    };
    CourseItems: {
      /** null: the course has one content and no list. */
      version: number | null;
      /** In their order. */
      items: components["schemas"]["CourseItem"][];
      /** Learners who finish an older version. */
      under_way: number;
    };
    /** The licence that an assignment would use now; where the reason is path_only, the path's. Null: none, or none in force. */
    CourseLicense: {
      id: string;
      model: components["schemas"]["LicenseModel"];
      seats_total: number | null;
      seats_used: number;
      /** Null: unlimited. 0: the next assignment that needs a seat is answered with 409. */
      seats_free: number | null;
      /** A date from 1900 on, YYYY-MM-DD. */
      valid_until: string | null;
    };
    CourseList: {
      pagination: components["schemas"]["CursorPagination"];
      courses: components["schemas"]["Course"][];
    };
    /** The course is archived, no licence that covers it is in force today, or it is licensed only as part of a learning path. For path_only assign one of `path_codes` instead; otherwise ask the training administrator to restore the course or renew its licence. */
    CourseNotAssignableProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Course not assignable";
      status: 422;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "COURSE_NOT_ASSIGNABLE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      unassignable_reason?: components["schemas"]["UnassignableReason"];
      path_codes?: string[];
      errors?: {
        pointer: string;
        code: components["schemas"]["UnassignableCode"];
        detail: string;
      }[];
    };
    CourseRecurrence: "none" | "validity" | "cycle";
    CourseSchedules: {
      courses: {
        course: {
          id: string;
          code: string;
          title: string;
        };
        schedule: components["schemas"]["ReminderSchedule"];
      }[];
    };
    CourseSession: {
      id: string;
      course_id: string;
      course_code: string;
      course_title: string;
      location: string;
      starts_at: string;
      ends_at: string;
      /** Date and time as a clock in the session's room shows them, YYYY-MM-DDThh:mm. */
      starts_local: string;
      /** Date and time as a clock in the session's room shows them, YYYY-MM-DDThh:mm. */
      ends_local: string;
      time_zone: string;
      /** null: somebody who has no account here. */
      trainer: {
        id: string;
        employee_no: string | null;
        full_name: string | null;
      } | null;
      /** People who can be booked. */
      capacity: number;
      /** People who can wait for a place; 0: nobody. */
      waiting_max: number;
      /** People who are booked. */
      booked: number;
      /** People who wait for a place. */
      waiting: number;
      /** People whose result is recorded. */
      results: number;
      state: components["schemas"]["CourseSessionState"];
      cancel_reason: string | null;
      updated_at: string;
    };
    /** The person is booked, or waits, in another session of the same course. Withdraw from that one first. */
    CourseSessionBookedElsewhereProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Booked in another course session";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "COURSE_SESSION_BOOKED_ELSEWHERE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The course session has begun, has ended or was cancelled. Choose another session of the course. */
    CourseSessionClosedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Course session closed";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "COURSE_SESSION_CLOSED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** All places of the course session are taken, and so are those of its waiting list. Choose another session of the course, or look again later. */
    CourseSessionFullProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Course session full";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "COURSE_SESSION_FULL";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** Results of the course session are recorded already. Leave it as it is, and make another session where one is needed. */
    CourseSessionHasResultsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Course session has results";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "COURSE_SESSION_HAS_RESULTS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    CourseSessionList: {
      pagination: {
        total: number;
        limit: number;
        offset: number;
      };
      course_sessions: components["schemas"]["CourseSession"][];
    };
    CourseSessionState: "planned" | "begun" | "ended" | "cancelled";
    CourseType: "course" | "learning_path";
    CourseValidity: {
      value: number;
      unit: components["schemas"]["ValidityUnit"];
    };
    CreateClientRequest: {
      name: string;
      /** Default: []. */
      scopes?: ("users:read" | "users:write" | "enrollments:write" | "compliance:read" | "webhooks:manage" | "scim" | "structure:read" | "structure:write" | "attempts:write" | "gate:read" | "xapi:read" | "xapi:write")[];
      /** Default: ["api_key","oauth2"]. */
      methods?: ("api_key" | "oauth2")[];
      /** Whether the client's tokens have to be bound to a key of its own (DPoP, RFC 9449); API keys are no tokens. Default: false. */
      dpop_bound_access_tokens?: boolean;
      /** Networks in CIDR form from which the client may call; none: from everywhere. Default: []. */
      ip_allowlist?: string[];
      /** The last day on which the client works, in the organisation's time zone. Default: null. */
      expires_on?: string | null;
      /** Hosts that its webhooks may go to: exact names, or `*.example.com` for every name below. Default: []. */
      webhook_hosts?: string[];
      /** Limits below the organisation's contract; null: those of the contract. */
      rate?: {
        profile?: "identity_provider";
        per_minute?: number | null;
        burst?: number | null;
        per_day?: number | null;
      };
      /** How requests to SCIM are read. */
      scim_profile?: "generic" | "entra" | "okta" | "strict";
    };
    CreateContractorRequest: {
      name: string;
      /** A code of one line. */
      code: string;
      tax_id?: string | null;
      /** Two capital letters, ISO 3166-1. */
      country?: string | null;
      /** Its people are deactivated at the end of this day. */
      contract_valid_until?: string | null;
    };
    CreateCourseRequest: {
      /** A code of one line. */
      code: string;
      title: string;
      active?: boolean;
      mandatory?: boolean;
      default_due_days?: number | null;
      languages?: string[];
      recurrence?: components["schemas"]["CourseRecurrence"];
      estimated_minutes?: number | null;
      validity?: {
        value: number;
        unit: components["schemas"]["ValidityUnit"];
      } | null;
      renewal?: {
        enabled?: boolean;
        lead_days?: number | null;
        basis?: components["schemas"]["RenewalBasis"] | null;
        /** A day of the calendar, MM-DD. */
        fixed_on?: string | null;
        min_days?: number | null;
      };
      /** null: where the course has a validity. */
      issues_certificates?: boolean | null;
      expiring_soon_days?: number;
      grace_days?: number;
      attempts_allowed?: number;
      pass_score?: number | null;
      content?: {
        kind: "link" | "document" | "quiz" | "package";
        /** An https:// address without blanks, user or password. */
        url?: string;
        text?: string;
        questions?: {
          text: string;
          options: string[];
          /** Places of the right options, from 0. */
          correct: number[];
        }[];
        /** A content package of the organisation. */
        package_id?: string;
      } | null;
      /** For learners: how, where and when it is held, and whom to ask. Plain text. */
      instructions?: string | null;
      /** Managers may record results of their people. */
      results_by_managers?: boolean;
    };
    CreateCourseSessionRequest: {
      course_id: string;
      /** Where it is held. */
      location: string;
      /** Date and time as a clock in the session's room shows them, YYYY-MM-DDThh:mm. */
      starts_local: string;
      /** Date and time as a clock in the session's room shows them, YYYY-MM-DDThh:mm. */
      ends_local: string;
      /** IANA name; left out: the organisation's. */
      time_zone?: string;
      /** A person; null: somebody who has no account here. */
      trainer_id?: string | null;
      /** People who can be booked. */
      capacity: number;
      /** People who can wait for a place; 0: nobody. */
      waiting_max: number;
    };
    CreateDepartmentRequest: {
      name: string;
      /** A code of one line. */
      code: string;
      /** The department above; null: none. */
      parent_id?: string | null;
    };
    CreateEvidenceLinkRequest: {
      /** Default: 14. */
      days?: number;
    };
    CreateGroupRequest: {
      /** A code of one line. */
      code: string;
      name: string;
      kind: "manual" | "dynamic";
      conditions?: {
        /** One of these departments. */
        department_ids?: string[];
        /** Whether people of the departments below count as well. Default: true. */
        include_subdepartments?: boolean;
        worker_type?: components["schemas"]["WorkerType"];
        /** One of these companies. */
        contractor_ids?: string[];
        /** Part of the job title; case and diacritics do not count. */
        job_title_contains?: string;
        /** Values by key; of an attribute that is a list, one of its entries. */
        attributes?: Record<string, components["schemas"]["ConditionValue"]>;
      };
      /** Courses and learning paths. */
      course_ids?: string[];
      /** Days from the assignment, or from the first day of employment when that is later. Null: the course's. */
      due_days?: number | null;
      /** What becomes of enrollments that were not started when it no longer applies. Default: cancel. */
      on_leave?: components["schemas"]["OnLeave"];
    };
    CreateLicenseRequest: {
      name: string;
      /** null: without a limit. */
      seats_total?: number | null;
      /** A date from 1900 on, YYYY-MM-DD. */
      valid_from?: string | null;
      /** A date from 1900 on, YYYY-MM-DD. */
      valid_until?: string | null;
      seat_unit?: components["schemas"]["SeatUnit"];
      release?: "unstarted" | "always" | "never";
      /** Courses and learning paths that it covers. */
      items: string[];
    };
    CreatePathRequest: {
      /** A code of one line. */
      code: string;
      title: string;
      mandatory?: boolean;
      default_due_days?: number | null;
      /** Courses in their order. */
      items: {
        course_id: string;
        mandatory: boolean;
      }[];
    };
    /** A record that was read can be sent back: `id`, `full_name`, `login`, `managed_by`, `external_id`, `last_sign_in_at`, `deactivated_at`, `created_at`, `updated_at`, `status`, `active` are taken and ignored. */
    CreatePersonRequest: {
      /** One line. Unique in the organisation; letter case does not count. */
      employee_no: string;
      first_name: string;
      last_name: string;
      /** Required, unless the organisation has people without mailboxes and says so in its settings. */
      email?: string | null;
      /** Default: "internal_payroll". */
      worker_type?: components["schemas"]["WorkerType"];
      /** Case, diacritics and extra spaces do not count. The department must exist. */
      department_name?: string | null;
      /** Instead of the name, or beside it when both mean the same department. */
      department_id?: string | null;
      /** The company of a b2b_contractor, which must exist. */
      contractor_name?: string | null;
      /** Instead of the name; needed where two companies share one. */
      contractor_id?: string | null;
      /** The manager's employee number: of any other person who is not below this one. */
      manager_employee_no?: string | null;
      /** Instead of the number, or beside it when both mean the same person. */
      manager_id?: string | null;
      job_title?: string | null;
      /** A BCP 47 language tag. */
      language?: string | null;
      /** A date from 1900 on, YYYY-MM-DD. */
      employment_start_date?: string | null;
      /** A date from 1900 on, YYYY-MM-DD. */
      employment_end_date?: string | null;
      /** Values by key; null is no value. The organisation's administrators define the keys and the type of each. */
      attributes?: components["schemas"]["PersonAttributes"] | null;
    };
    CreateReportRequest: components["schemas"]["ReportInput"];
    CreateRuleRequest: {
      name: string;
      conditions: {
        /** One of these departments. */
        department_ids?: string[];
        /** Whether people of the departments below count as well. Default: true. */
        include_subdepartments?: boolean;
        worker_type?: components["schemas"]["WorkerType"];
        /** One of these companies. */
        contractor_ids?: string[];
        /** Part of the job title; case and diacritics do not count. */
        job_title_contains?: string;
        /** Values by key; of an attribute that is a list, one of its entries. */
        attributes?: Record<string, components["schemas"]["ConditionValue"]>;
      };
      /** Courses and learning paths. */
      course_ids: string[];
      /** Days from the assignment, or from the first day of employment when that is later. Null: the course's. */
      due_days?: number | null;
      /** What becomes of enrollments that were not started when it no longer applies. Default: cancel. */
      on_leave?: components["schemas"]["OnLeave"];
      /** Whether a valid certificate serves instead of an enrollment. Default: true. */
      count_valid_certificates?: boolean;
      /** How old such a certificate may be; null: as long as it is valid. */
      look_back_days?: number | null;
      /** Default: true. */
      active?: boolean;
    };
    CreateSandboxRequest: {
      name: string;
    };
    CreateSubscriptionRequest: {
      client_id: string;
      name: string;
      /** Where deliveries are sent: `https://`, a public host name on port 443, without user, password and fragment. The host must be on the client's list of allowed webhook hosts. */
      target_url: string;
      /** Event types. Repeated ones count once. */
      subscribed_events: components["schemas"]["EventType"][];
      /** `platform.v1`, the default, or `cloudevents.v1`. The previous name of the first is taken, too; answers always say `platform.v1`. Deliveries that wait are sent in the present format. */
      delivery_format?: string;
      /** Only events whose person is in one of these departments or below, or has left it by the change; null: of everybody. */
      department_ids?: string[] | null;
      /** Only events of these courses and learning paths; null: of all. */
      course_ids?: string[] | null;
    };
    CreatedClient: {
      client: components["schemas"]["Client"];
      /** Shown this once; only a hash of it is kept. */
      secret: string;
    };
    CreatedSandbox: {
      code: string;
      client: {
        id: string;
        name: string;
      };
      /** Of the client; shown this once. */
      secret: string;
    };
    /** A change through the panel must come from a page of this service: the header Origin is not the service's own, or Sec-Fetch-Site is not same-origin. Open the panel at the address that BASE_URL names. Programs use the integration API. */
    CrossSiteRequestProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Not a request of the panel's own pages";
      status: 403;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "CROSS_SITE_REQUEST";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
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
    DeliveryFormat: "platform.v1" | "cloudevents.v1";
    /** Only a delivery that has failed can be retried: this one has succeeded or expired, or waits for an attempt already. Of two retries at once the second is answered so. Leave a pending delivery to its schedule; replay the subscription's events to send again what has succeeded or expired. */
    DeliveryNotFailedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Delivery not failed";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "DELIVERY_NOT_FAILED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      delivery_status?: components["schemas"]["DeliveryStatus"];
    };
    DeliveryStatus: "pending" | "succeeded" | "failed" | "expired";
    Department: {
      id: string;
      name: string;
      code: string;
      parent_id: string | null;
      /** Names from the root down to this department. */
      path: string[];
      active: boolean;
      /** People directly in this department whose account is invited or active. */
      people_count: number;
      updated_at: string;
    };
    DepartmentDetail: {
      department: components["schemas"]["Department"];
      children: {
        id: string;
        name: string;
        code: string;
        active: boolean;
      }[];
      /** Whence it came, as the audit log has it; null: that does not say. */
      origin: {
        source: "file" | "panel" | "scim" | "api";
        /** The administrator or client. */
        by: string | null;
        at: string;
      } | null;
      /** All people in it, those who have left too. */
      people_total: number;
      /** How far its people are on their way to what it is merged into; null: no merge of it is under way. */
      merging: {
        into_id: string;
        into_name: string;
        people_done: number;
        people_total: number;
        started_at: string;
        updated_at: string;
      } | null;
      /** Names by which identity providers call it, in the form in which names are compared. */
      aliases: {
        value: string;
        decided_at: string;
      }[];
      rules: {
        id: string;
        name: string;
        active: boolean;
      }[];
      groups: {
        id: string;
        name: string;
      }[];
    };
    DepartmentList: {
      pagination: components["schemas"]["CursorPagination"];
      departments: components["schemas"]["Department"][];
    };
    DepartmentTree: {
      /** All of them, in the order of their names. */
      departments: {
        id: string;
        name: string;
        code: string;
        parent_id: string | null;
        active: boolean;
        /** People directly in it whose account is invited or active. */
        people_count: number;
      }[];
    };
    DigestPreview: {
      subject: string;
      /** Plain text, as the mail has it. */
      text: string;
    };
    DigestSettings: {
      /** Whether managers are told of their people each week. */
      managers: boolean;
      /** Whether administrators are told how the organisation stands each week. */
      administrators: boolean;
      /** Day of the week, from 1, Monday, to 7, Sunday. */
      weekday: number;
      /** Hour of the organisation's day from which they are written; outside the hours of reminders the next of these is waited for. */
      hour: number;
    };
    DigestTest: {
      /** The address of the own account, to which the mail is written. */
      recipient: string;
    };
    DisableClientsRequest: {
      ids: string[];
    };
    DisabledClients: {
      /** Without those that were disabled or revoked already. */
      disabled: number;
    };
    Domain: {
      id: string;
      domain: string;
      /** The TXT record that proves it. */
      record: {
        name: string;
        value: string;
      };
      /** Since when addresses of the domain count; null: they do not. */
      verified_at: string | null;
      checked_at: string | null;
      /** What the last look for the record found. */
      outcome: "found" | "missing" | "unreachable" | null;
      /** Since when a verified domain lacks its record: after three days it counts no more. */
      missing_since: string | null;
    };
    /** The organisation has this domain in its list. Check the one that is there. */
    DomainExistsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Domain exists";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "DOMAIN_EXISTS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    DomainList: {
      domains: components["schemas"]["Domain"][];
    };
    /** Another organisation has proved this domain to be its own, and its record stood when it was last looked for. Take the other record out of DNS: three days later the domain is free. Or have the other organisation remove it. */
    DomainVerifiedElsewhereProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Domain verified elsewhere";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "DOMAIN_VERIFIED_ELSEWHERE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    EnableSubscriptionRequest: Record<string, unknown>;
    EndedSessions: {
      /** How many there were. */
      ended: number;
    };
    Enrollment: {
      user_id: string;
      employee_no: string | null;
      course_id: string;
      course_code: string;
      /** The period of obligation: a calendar year, or the year in which the organisation's fiscal cycle begins. */
      cycle_year: number;
      /** A date from 1900 on, YYYY-MM-DD. */
      due_date: string | null;
      id: string;
      course_title: string;
      type: components["schemas"]["CourseType"];
      status: components["schemas"]["EnrollmentStatus"];
      /** Still open, and the due date with the course's days of grace has passed. */
      overdue: boolean;
      source: components["schemas"]["EnrollmentSource"];
      source_ref: components["schemas"]["EnrollmentOrigin"] | null;
      /** Whether it is a requirement, with a compliance flag. */
      mandatory: boolean;
      assigned_at: string;
      started_at: string | null;
      completed_at: string | null;
      failed_at: string | null;
      cancelled_at: string | null;
      cancel_reason: components["schemas"]["CancelReason"] | null;
      progress_percent: number;
      score: number | null;
      passed: boolean | null;
      attempts_used: number;
      attempts_allowed: number;
      renewal_of: string | null;
      parent_enrollment_id: string | null;
      certificate: components["schemas"]["EnrollmentCertificate"] | null;
      license_id: string | null;
      /** The flag of this person for this course today; null where nothing is required. */
      compliance_status: components["schemas"]["ComplianceFlag"] | null;
      created_at: string;
      updated_at: string;
    };
    /** The person has an enrollment in this course and cycle already, in any state but cancelled and withdrawn. A repeated request is answered so too, whatever has become of seats, licence and dates since the first one. Take `enrollment_id` as the result of the assignment, or name another `cycle_year`. */
    EnrollmentAlreadyExistsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Enrollment already exists";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "ENROLLMENT_ALREADY_EXISTS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      enrollment_id?: string;
      enrollment_status?: components["schemas"]["EnrollmentStatus"];
    };
    EnrollmentCertificate: {
      id: string;
      number: string;
      /** A date from 1900 on, YYYY-MM-DD. */
      valid_from: string;
      /** A date from 1900 on, YYYY-MM-DD. */
      valid_until: string | null;
      status: components["schemas"]["CertificateStatus"];
    };
    EnrollmentDetail: {
      enrollment: components["schemas"]["Enrollment"];
      person: {
        id: string;
        full_name: string | null;
      };
    };
    /** Only an enrollment that was not started can be cancelled. Leave it to end by itself, or ask the training administrator to withdraw it. */
    EnrollmentNotCancellableProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Enrollment not cancellable";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "ENROLLMENT_NOT_CANCELLABLE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      enrollment_status?: components["schemas"]["EnrollmentStatus"];
    };
    /** The enrollment has ended: it is completed, cancelled or withdrawn. Assign the course again, for another cycle if this one was completed. */
    EnrollmentNotChangeableProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Enrollment not changeable";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "ENROLLMENT_NOT_CHANGEABLE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      enrollment_status?: components["schemas"]["EnrollmentStatus"];
    };
    /** The enrollment is not at the stage from which this step can be taken: it was not started, it has failed finally, or it has ended. Read the enrollment; `enrollment_status` says where it stands. Assign the course again where it has ended. */
    EnrollmentNotOpenProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Enrollment not open";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "ENROLLMENT_NOT_OPEN";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      enrollment_status?: components["schemas"]["EnrollmentStatus"];
    };
    /** Who or what assigned it. */
    EnrollmentOrigin: {
      type: string;
      id: string | null;
      name: string;
    };
    EnrollmentPage: {
      pagination: components["schemas"]["CursorPagination"];
      enrollments: components["schemas"]["Enrollment"][];
      people: {
        id: string;
        full_name: string | null;
      }[];
    };
    EnrollmentSource: "api" | "rule" | "group" | "admin" | "path" | "renewal" | "import";
    EnrollmentStatus: "assigned" | "in_progress" | "completed" | "failed" | "cancelled" | "withdrawn";
    ErasePersonRequest: {
      confirmation: string;
    };
    Erasure: {
      /** running: the person's record is erased, and logs are being searched. */
      state: components["schemas"]["ErasureState"];
      /** What has to be typed: the employee number, or else the login. */
      confirmation: string | null;
      held: {
        /** Evidence files; they go. */
        documents: number;
        /** About the person, their training, and what they did; personal values go, entries stay. */
        audit_entries: number;
        /** Of the SCIM sync log; names and values go, entries stay. */
        sync_log_entries: number;
        /** To the person; they go. */
        mails: number;
        /** They stay. */
        enrollments: number;
        /** They stay, with number and dates. */
        certificates: number;
        /** Entries of the history of flags; they stay. */
        flags: number;
      };
      /** How much of each kind was erased so far. */
      erased: Record<string, number>;
      requested_at: string | null;
      completed_at: string | null;
    };
    ErasureState: "possible" | "not_deactivated" | "running" | "done";
    /** The event is older than 30 days: its body, which would be sent, is no longer kept. Read the current state of the records instead. */
    EventNotKeptProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Event not kept";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "EVENT_NOT_KEPT";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      event_id?: string;
    };
    EventType: "course.completed" | "course.failed" | "compliance.certified" | "compliance.expired" | "compliance.status_changed" | "enrollment.assigned" | "enrollment.updated" | "enrollment.cancelled" | "group.member_joined" | "group.member_left" | "user.created" | "user.updated" | "user.deactivated" | "user.reactivated" | "user.anonymized" | "ping";
    EvidenceLinkList: {
      /** The newest first. */
      links: {
        id: string;
        contractor_id: string;
        created_at: string;
        /** null: the account is gone. */
        created_by_name: string | null;
        expires_at: string;
        ended_at: string | null;
        /** Files that came by it. */
        submissions: number;
      }[];
    };
    /** The link is unknown, has ended or is outdated. Ask the organisation for a new link. */
    EvidenceLinkNotValidProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Link is not valid";
      status: 404;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "EVIDENCE_LINK_NOT_VALID";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    EvidencePack: {
      id: string;
      status: components["schemas"]["EvidencePackStatus"];
      /** Why it has failed. */
      failure: "too_large" | null;
      /** A date from 1900 on, YYYY-MM-DD. */
      from: string | null;
      as_of: string;
      /** The administrator's name. */
      ordered_by: string;
      ordered_at: string;
      people_total: number;
      people_done: number;
      /** How many. */
      courses: number;
      /** Nothing has moved for a minute. */
      stopped: boolean;
      size_bytes: number;
      /** Of the archive, in hexadecimal digits. */
      sha256: string | null;
      finished_at: string | null;
      /** When the file goes. */
      expires_at: string | null;
    };
    EvidencePackList: {
      packs: components["schemas"]["EvidencePack"][];
      /** SHA-256 of the public key with which the organisation signs, as DER, in hexadecimal digits. */
      key_fingerprint: string;
    };
    /** The evidence pack has no file: it is not made yet, was cancelled, or its file has reached its end of life. Wait until its status is ready, or order another one. */
    EvidencePackNotReadyProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Evidence pack not ready";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "EVIDENCE_PACK_NOT_READY";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    EvidencePackOrder: {
      selection: {
        /** People chosen one by one. */
        person_ids?: string[];
        filter?: {
          /** Exactly this one; letter case does not count. */
          employee_no?: string;
          department_id?: string;
          /** With `department_id`: also the people of all departments below it. Default: false. */
          include_subdepartments?: boolean;
          worker_type?: components["schemas"]["WorkerType"];
          contractor_id?: string;
          /** The people of this manager. */
          manager_id?: string;
          /** With `manager_id`: also the people of these people, down to the last. Default: false. */
          include_indirect_reports?: boolean;
          status?: components["schemas"]["PersonStatus"];
          /** Exactly this address; letter case does not count. */
          email?: string;
          /** Part of the name, employee number, login or e-mail address; case and diacritics do not count. */
          q?: string;
        };
      };
      /** Left out: all courses. */
      course_ids?: string[];
      /** The first day of the period; null or left out: from the beginning. */
      from?: string | null;
      /** The last day, at whose end flags are told; null, left out or today: now. */
      as_of?: string | null;
    };
    EvidencePackStatus: "queued" | "running" | "ready" | "failed" | "cancelled" | "removed";
    /** Evidence for this enrollment was handed in and waits for the organisation. Wait until it is accepted or refused. */
    EvidenceWaitsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Evidence waits already";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "EVIDENCE_WAITS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    ExplanationCode: "PERSON_INACTIVE" | "NOT_REQUIRED" | "NOT_ASSIGNED" | "VOLUNTARY" | "REQUIREMENT_LAPSED" | "EXEMPT" | "COMPLETED" | "PAST_DUE" | "NOT_STARTED" | "STARTED" | "FAILED" | "CERT_VALID" | "WITHIN_EXPIRING_WINDOW" | "CERT_EXPIRED" | "CERT_REVOKED" | "CERT_NOT_YET_VALID" | "IN_GRACE" | "RETRAINING_ORDERED" | "RENEWAL_OPEN" | "BLOCKED" | "REQUIRED_BY_RULE";
    ExportChosenPeopleRequest: {
      /** People chosen one by one. */
      person_ids: string[];
    };
    FaultCode: "REQUIRED" | "ONE_OF_REQUIRED" | "CONFLICTING_FIELDS" | "UNKNOWN_FIELD" | "INVALID_TYPE" | "INVALID_FORMAT" | "INVALID_URL" | "INVALID_VALUE" | "NOT_ALLOWED" | "NOT_ALLOWED_VALUE" | "OUT_OF_RANGE" | "TOO_LONG" | "TOO_SHORT" | "TOO_MANY" | "DATE_IN_PAST" | "UNKNOWN_ATTRIBUTE" | "UNKNOWN_DEPARTMENT" | "AMBIGUOUS_DEPARTMENT" | "UNKNOWN_CONTRACTOR" | "AMBIGUOUS_CONTRACTOR" | "CONTRACTOR_REQUIRED" | "CONTRACTOR_NOT_ALLOWED" | "UNKNOWN_PERSON" | "PERSON_INACTIVE" | "UNKNOWN_COURSE" | "COURSE_INACTIVE" | "LICENSE_EXPIRED" | "PATH_ONLY" | "UNKNOWN_EVENT_TYPE" | "UNKNOWN_CLIENT" | "UNKNOWN_TARGET" | "ALREADY_EXISTS" | "ALREADY_TAKEN" | "BELOW_ITSELF" | "BELOW_LEGAL_MINIMUM" | "CANNOT_CREATE" | "NOT_POSSIBLE" | "OUT_OF_USE" | "SAME" | "TOO_COMMON";
    FieldFault: {
      /** JSON Pointer into the body, as a URI fragment (RFC 9457 §3). */
      pointer?: string;
      /** Name of the query parameter. */
      parameter?: string;
      /** Name of the request header. */
      header?: string;
      code: components["schemas"]["FaultCode"];
      /** What is wrong, for people. */
      detail: string;
      suggestions?: components["schemas"]["Suggestion"][];
    };
    /** The content of the file does not begin as files of the type in Content-Type do. Send a PDF, JPEG or PNG file, with its own type in Content-Type. */
    FileNotAsDeclaredProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "File is not of its type";
      status: 422;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "FILE_NOT_AS_DECLARED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    GateAnswer: {
      /** Whether the person may do the work on this day. */
      allowed: boolean;
      /** A date from 1900 on, YYYY-MM-DD. */
      on: string;
      /** Last day on which this stays so if nobody does anything; null: it does not hold, or no end is known. */
      holds_until: string | null;
      person: components["schemas"]["GatePerson"];
      /** What was asked about; null: whatever is required. */
      work: components["schemas"]["GateWork"] | null;
      /** What refuses the person, whatever their training. */
      reasons: components["schemas"]["GateRefusal"][];
      /** What is not met first, then by code. */
      requirements: components["schemas"]["GateRequirement"][];
    };
    GateBadge: {
      /** What the QR code says: a JWS in its compact form, signed with ES256 by the organisation's key. */
      token: string;
      issued_at: string;
      valid_until: string;
      full_name: string;
      employee_no: string | null;
      contractor_name: string | null;
      organisation: string;
      /** Whether nothing that is required of the person is overdue. */
      nothing_overdue: boolean;
      /** Works that the person may do: learning paths, then courses. */
      works: components["schemas"]["BadgeWork"][];
      /** Works that the code has no room for: the gate asks by number for them. */
      left_out: number;
    };
    GateCheck: {
      /** Its code. */
      organisation: string;
      /** In which days are counted. */
      time_zone: string;
      now: string;
      /** Public keys on P-256 by which badges are verified. */
      keys: components["schemas"]["GateKey"][];
      /** Badges that ended before their time. */
      ended: {
        /** The person, as badges name them. */
        sub: string;
        /** Badges issued until then count no more; null: none does. */
        before: string | null;
      }[];
      works: {
        course_code: string;
        course_title: string;
        /** Codes of the courses that it needs. */
        courses: string[];
      }[];
    };
    GateDecisionList: {
      pagination: {
        total: number;
        limit: number;
        offset: number;
      };
      /** The latest first. */
      decisions: {
        /** Made by the phone: what is sent again counts once. */
        id: string;
        user_id: string;
        course_code: string | null;
        allowed: boolean;
        by_badge: boolean;
        /** The name was compared with a document, as the badge had been let in before. */
        compared: boolean;
        full_name: string;
        employee_no: string | null;
        decided_at: string;
        received_at: string;
        /** null: the account is gone. */
        decided_by_name: string | null;
      }[];
    };
    GateDecisionsTaken: {
      recorded: number;
      /** They had been sent before, or name nobody of this organisation. */
      known: number;
    };
    GateDepartments: {
      departments: {
        id: string;
        name: string;
      }[];
    };
    GateKey: {
      kid: string;
      x: string;
      y: string;
    };
    GateList: {
      as_of: string;
      ends_at: string;
      course_code: string | null;
      people: {
        user_id: string;
        /** Employee number in small letters. */
        number: string;
        name: string;
        /** The last day of a yes; null: yes, and no end is known; false: no. */
        any: string | null | false;
        /** The last day of a yes; null: yes, and no end is known; false: no. */
        work: string | null | false;
      }[];
    };
    /** More people than a phone can take along are in use: 5,000. Take a list of one department, or ask by number, for which the service is needed. */
    GateListTooLongProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "List for the gate too long";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "GATE_LIST_TOO_LONG";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    GatePerson: {
      user_id: string;
      employee_no: string | null;
      full_name: string;
      contractor_name: string | null;
    };
    GateRefusal: "PERSON_INACTIVE" | "EMPLOYMENT_NOT_BEGUN" | "EMPLOYMENT_ENDED" | "CONTRACT_ENDED";
    GateRequirement: {
      course_code: string;
      course_title: string;
      met: boolean;
      /** Why it is not met; null: it is. */
      reason: components["schemas"]["UnmetReason"] | null;
      /** The person's flag for the course today; null where nothing is required. */
      status: components["schemas"]["ComplianceFlag"] | null;
      /** Last day of the certificate that reaches furthest. */
      valid_until: string | null;
      /** The earliest one of what is open. */
      due_date: string | null;
      /** Last day on which this stays so if nobody does anything; null: it does not hold, or no end is known. */
      holds_until: string | null;
    };
    GateSettings: {
      /** For how many hours a badge is valid after it was issued. */
      badge_hours: number;
    };
    GateWork: {
      course_code: string;
      course_title: string;
    };
    GateWorks: {
      works: {
        course_code: string;
        course_title: string;
        is_path: boolean;
      }[];
    };
    GrantExemptionRequest: {
      person_id: string;
      course_id: string;
      /** A date from 1900 on, YYYY-MM-DD. */
      from: string;
      /** The last day; null: until it is ended. */
      until: string | null;
      reason: string;
    };
    Group: {
      id: string;
      code: string;
      name: string;
      /** manual: people are added by hand; dynamic: by conditions; scim: the identity provider keeps it. */
      kind: "manual" | "dynamic" | "scim";
      /** Of a dynamic group. */
      conditions: components["schemas"]["Conditions"] | null;
      /** What the conditions call by id. */
      names: Record<string, string>;
      courses: {
        id: string;
        code: string;
        title: string;
        type: "course" | "learning_path";
        active: boolean;
      }[];
      due_days: number | null;
      on_leave: components["schemas"]["OnLeave"];
      members: number;
      /** The last evaluation that a change of it has started. */
      last_batch: components["schemas"]["RuleBatch"] | null;
      version: number;
      created_at: string;
      updated_at: string;
      retired_at: string | null;
    };
    GroupList: {
      pagination: components["schemas"]["CursorPagination"];
      groups: components["schemas"]["Group"][];
    };
    /** An identity provider keeps the group by SCIM: its name, its members, and whether it exists. Change it in the identity provider, which passes the change on. Its courses are chosen here. */
    GroupManagedElsewhereProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Group managed elsewhere";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "GROUP_MANAGED_ELSEWHERE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    HandInMySittingRequest: {
      answers: {
        question_id: string;
        options: number[];
      }[];
    };
    /** The request's headers exceed 16 KiB. Send fewer or shorter headers. */
    HeadersTooLargeProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Request header fields too large";
      status: 431;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "HEADERS_TOO_LARGE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    IdentityCertificate: {
      /** Its SHA-256 fingerprint. */
      sha256: string;
      name: string;
      ends_at: string;
      /** ending: within 30 days. */
      state: "in_force" | "ending" | "ended";
    };
    IdentityDeparture: {
      /** Where the browser goes: the provider's own page. */
      location: string;
      /** Of the organisation whose provider it is. */
      tenant_code: string;
    };
    IdentityPeople: {
      /** Whether somebody whom nobody here knows is created as a person at the first sign-in. It takes a provider that was tested and a verified domain. */
      on: boolean;
      /** Which claim holds the first name; with SAML, which attribute. */
      first_name_claim: string;
      /** Which claim holds the last name. */
      last_name_claim: string;
      /** null: the person gets a number that nobody has. */
      employee_no_claim: string | null;
      /** Case, diacritics and extra spaces do not count. null: the department is department_id. */
      department_claim: string | null;
      /** The department of whom no claim names one; null: none. */
      department_id: string | null;
      worker_type: components["schemas"]["WorkerType"];
      /** The company, where the worker type is b2b_contractor. */
      contractor_id: string | null;
    };
    IdentityProvider: {
      /** OpenID Connect, or SAML 2.0. */
      protocol: "oidc" | "saml";
      /** With SAML the provider's entity id. */
      issuer: string;
      client_id: string;
      /** How this service proves to the provider who it is; signed_request: with SAML. */
      authentication: "client_secret_basic" | "private_key_jwt" | "signed_request";
      /** To be registered at the provider; null: a secret is used. */
      public_jwk: components["schemas"]["IdentityProviderKey"] | null;
      /** null: it speaks OpenID Connect. */
      saml: components["schemas"]["SamlProvider"] | null;
      external_id_claim: string | null;
      step_up_acr: string | null;
      /** What an OpenID provider is asked for beside `openid email`. */
      scopes: string | null;
      /** Whether who signs out here is signed out at the provider, too. */
      sign_out_there: boolean;
      /** Whether people are created at their first sign-in; null: never set up. */
      people: components["schemas"]["IdentityPeople"] | null;
      /** Which claim says who is an administrator; null: never set up. */
      roles: components["schemas"]["IdentityRoles"] | null;
      /** draft: a test sign-in has yet to succeed. on: the sign-in page offers it. */
      state: "draft" | "tested" | "on";
      /** Who must sign in with the company's identity. offered: nobody, passwords work as well. Where it is required, passwords and links that set one are refused. */
      rule: "offered" | "required_for_administrators" | "required_for_all";
      /** The IT administrator who may sign in without it in an emergency, by password and second factor. Needed where it is required. */
      break_glass_id: string | null;
      tested_at: string | null;
      updated_at: string;
    };
    IdentityProviderKey: {
      kty: string;
      n: string;
      e: string;
      kid: string;
      use: "sig";
      alg: "RS256";
    };
    IdentityRolePreview: {
      people: components["schemas"]["IdentityRolePreviewed"][];
    };
    IdentityRolePreviewed: {
      sign_in_id: string;
      at: string;
      /** The provider's id of who signed in. */
      subject: string;
      /** Whose account it was; null: nobody's. */
      name: string | null;
      /** What the claim held. */
      values: string[];
      /** Why it could not be read; null: it could. */
      fault: "ROLES_OVERAGE" | "ROLES_INVALID" | "ROLES_TOO_MANY" | null;
      /** The value that counts; null: none has a line. */
      value: string | null;
      /** null: no administrator. */
      role_now: "it_admin" | "training_admin" | "compliance_officer" | "guard" | null;
      /** After the next sign-in that says the same. */
      role_then: "it_admin" | "training_admin" | "compliance_officer" | "guard" | null;
      /** kept: the administrator for emergencies, or the last IT administrator. refused: an administrator whose roles cannot be read does not get in. */
      effect: "nothing" | "given" | "changed" | "taken" | "kept" | "refused";
    };
    IdentityRoles: {
      /** Whether roles are given and taken at sign-ins. */
      on: boolean;
      /** Which claim of the ID token, by name or path, or which attribute with SAML, holds the values. */
      claim: string;
      /** The first one whose value the provider says counts; with none, there is no role. */
      lines: {
        /** Exactly as the provider writes it. */
        value: string;
        role: "it_admin" | "training_admin" | "compliance_officer" | "guard";
        /** Of training administrators and compliance officers: whose people they see, with all below. null: the whole organisation. */
        department_ids: string[] | null;
      }[];
    };
    IdentitySetUp: {
      /** To be registered at the provider. */
      redirect_uri: string;
      /** Where the provider tells that somebody has signed out there (back-channel logout). */
      logout_uri: string;
      /** Where the provider sends browsers that it has signed out (post_logout_redirect_uri), to be registered there. */
      signed_out_uri: string;
      /** What this service is called at a SAML provider, and where its metadata can be read once one is set up. */
      entity_id: string;
      provider: components["schemas"]["IdentityProvider"] | null;
    };
    IdentitySignIn: {
      id: string;
      at: string;
      purpose: "sign_in" | "test" | "step_up";
      /** `OK`, or why it was refused. */
      outcome: "OK" | "PROVIDER_UNREACHABLE" | "PROVIDER_ADDRESS_NOT_ALLOWED" | "PROVIDER_ANSWER_TOO_LARGE" | "PROVIDER_METADATA_INVALID" | "SAML_METADATA_INVALID" | "PROVIDER_REFUSED" | "CLIENT_REFUSED" | "CODE_REFUSED" | "ISSUER_DIFFERS" | "AUDIENCE_DIFFERS" | "NONCE_DIFFERS" | "TOKEN_TOO_OLD" | "TOKEN_OF_THE_FUTURE" | "RECIPIENT_DIFFERS" | "REQUEST_DIFFERS" | "ASSERTION_USED" | "NOT_SIGNED" | "CANNOT_DECRYPT" | "SUBJECT_MISSING" | "SIGNATURE_INVALID" | "RESPONSE_INVALID" | "NOT_KNOWN" | "EMAIL_NOT_VERIFIED" | "DOMAIN_NOT_VERIFIED" | "AMBIGUOUS" | "SUBJECT_REASSIGNED" | "OTHER_SUBJECT" | "ACCOUNT_NOT_IN_USE" | "PERSON_INCOMPLETE" | "PERSON_CONFLICTS" | "SCIM_BRINGS_PEOPLE" | "SANDBOX_FULL" | "ROLES_OVERAGE" | "ROLES_INVALID" | "ROLES_TOO_MANY" | "NO_ROLE" | "OTHER_ACCOUNT" | "AUTH_TIME_MISSING" | "AUTH_TIME_TOO_OLD" | "ACR_DIFFERS";
      /** What the provider said, or what was wrong with what it said. */
      said: string | null;
      /** What came of it beside the outcome; null: nothing. */
      note: "PERSON_CREATED" | "PERSON_WOULD_BE_CREATED" | "ROLE_GIVEN" | "ROLE_TAKEN" | "ROLE_KEPT" | "ROLE_WITHOUT_ADDRESS" | "ROLE_OF_DISABLED" | "ROLE_WOULD_BE_GIVEN" | "ROLES_OVERAGE" | "ROLES_INVALID" | "ROLES_TOO_MANY" | null;
      /** The provider's id of who signed in; null: it did not come to that. */
      subject: string | null;
      /** Whose account it is; null: not known. */
      account: {
        kind: "administrator" | "person";
        id: string;
        name: string;
      } | null;
      /** Whether the account belongs to a subject of the provider. */
      linked: boolean;
    };
    IdentitySignInList: {
      sign_ins: components["schemas"]["IdentitySignIn"][];
    };
    IdentitySignedOut: {
      /** The provider's address for signing out; null: the organisation does not want it, or the session did not begin there. */
      location: string | null;
    };
    ImportAction: "create" | "update" | "deactivate" | "invalid";
    ImportFailure: {
      /** The line that is to blame; null: the file as a whole. */
      line: number | null;
      detail: string;
    };
    ImportFormat: "csv" | "ndjson";
    ImportKind: "users";
    ImportList: {
      imports: {
        id: string;
        format: "csv" | "ndjson";
        dry_run: boolean;
        status: "receiving" | "queued" | "running" | "finished" | "failed";
        /** Who sent the file. */
        started_by: string | null;
        created_at: string;
        finished_at: string | null;
        rows_done: number;
        rows: number;
        invalid: number;
      }[];
    };
    ImportStatus: "receiving" | "queued" | "running" | "finished" | "failed";
    IntegrationFigures: {
      requests: {
        /** Admitted since 00:00 UTC. */
        today: number;
        /** What the clients in use may send in one UTC day together. */
        quota: number;
      };
      /** 24 of them, the present one last. */
      hours: {
        at: string;
        /** Answered with less than 400. */
        succeeded: number;
        /** Answered with a 4xx other than 429. */
        refused: number;
        /** Answered with 429. */
        limited: number;
        /** Answered with a 5xx. */
        failed: number;
      }[];
      /** Deliveries that were created in the last 24 h and have ended, of each subscription the latest 2,000; and how subscriptions stand. Those of revoked clients are left out, as in the list of webhooks. */
      webhooks: {
        succeeded: number;
        failed: number;
        /** Deliveries that wait, whatever their age. */
        pending: number;
        /** Subscriptions whose deliveries fail. */
        degraded: number;
        /** Subscriptions to which nothing is sent. */
        disabled: number;
      };
      scim: {
        /** The latest change that an identity provider made. */
        last_change_at: string | null;
        /** Requests of the last 24 h that were let in and refused; 10,000 at most. */
        refused: number;
        /** Requests of the last 24 h whose credentials were not accepted; 10,000 at most. */
        not_let_in: number;
      };
      set_up: {
        /** There is an integration client. */
        client: boolean;
        /** A client has made a call. */
        first_call: boolean;
        /** There is a webhook subscription. */
        webhook: boolean;
        /** An identity provider has sent something. */
        scim: boolean;
      };
    };
    /** Something failed on our side; the log holds it under the request id. Repeat the request later. If it persists, report `request_id`. */
    InternalErrorProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Internal error";
      status: 500;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "INTERNAL_ERROR";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    InviteAdministratorRequest: {
      email: string;
      name: string;
      role: "it_admin" | "training_admin" | "compliance_officer" | "guard";
      /** Departments that a training administrator or compliance officer looks after, with all below them. null: all. */
      department_ids?: string[] | null;
    };
    /** What was read or watched is finished by saying so; a quiz is answered. Open the item again and do what it asks for. */
    ItemNotOfThisKindProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Item not of this kind";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "ITEM_NOT_OF_THIS_KIND";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The item waits for another one, or it is done already. Open the course again, and go on with an item that is open. */
    ItemNotOpenProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Item not open";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "ITEM_NOT_OPEN";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    JoinGroupRequest: {
      person_ids?: string[];
      employee_nos?: string[];
    };
    /** The organisation would be left without an IT administrator who can sign in. Give the role to another administrator first. */
    LastItAdministratorProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Last IT administrator";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "LAST_IT_ADMINISTRATOR";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** A learning path starts and is completed with its courses; it has no result of its own. Report the progress of the enrollments whose `parent_enrollment_id` is this one. */
    LearningPathFollowsCoursesProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Learning path follows its courses";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "LEARNING_PATH_FOLLOWS_COURSES";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    LeaveGroupRequest: {
      person_ids?: string[];
      employee_nos?: string[];
    };
    License: {
      id: string;
      name: string;
      seats_total: number | null;
      seats_used: number;
      seats_free: number | null;
      seat_unit: components["schemas"]["SeatUnit"];
      release: "unstarted" | "always" | "never";
      /** A date from 1900 on, YYYY-MM-DD. */
      valid_from: string | null;
      /** A date from 1900 on, YYYY-MM-DD. */
      valid_until: string | null;
      state: "in_force" | "to_come" | "ended";
      /** What it covers; the first hundred. */
      items: {
        id: string;
        code: string;
        title: string;
        type: components["schemas"]["CourseType"];
      }[];
      items_total: number;
      updated_at: string;
    };
    LicenseList: {
      pagination: components["schemas"]["CursorPagination"];
      licenses: components["schemas"]["License"][];
    };
    LicenseModel: "seats" | "unlimited";
    LiftBlockedAddressRequest: {
      address: string;
    };
    /** The link was used, has expired, was replaced by a newer one, or never existed. Ask for a new link: by `Forgot password`, or from an administrator. */
    LinkNotValidProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Link not valid";
      status: 401;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "LINK_NOT_VALID";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    ListedPeople: {
      pagination: components["schemas"]["CursorPagination"];
      people: components["schemas"]["ListedPerson"][];
    };
    ListedPerson: {
      id: string;
      employee_no: string | null;
      full_name: string | null;
      login: string;
      department_name: string | null;
      status: components["schemas"]["PersonStatus"];
      since: string;
    };
    LoggedRequest: {
      id: string;
      at: string;
      /** null: the request was not authenticated. */
      client: {
        id: string;
        name: string;
      } | null;
      method: string;
      /** The pattern of the path; null: there is no such address. */
      route: string | null;
      /** Without its query. */
      path: string;
      status: number;
      /** Code of the problem that was answered. */
      code: string | null;
      /** Why a 401 or 429 was given, which the caller is not told. */
      cause: string | null;
      request_id: string;
      /** Under which its trace is kept; null: requests are not traced. Where only a part of all traces is kept, it may be missing there. */
      trace_id: string | null;
      address: string;
      duration_ms: number;
      /** Where the client's limits stood; null: the request was not authenticated. */
      limiter: {
        /** Requests that a full bucket holds. */
        burst: number;
        /** Requests that were left at once, the day's quota included. */
        remaining: number;
        /** Seconds until the bucket is full, or until midnight UTC once the day is used up. */
        full_in_s: number;
        day_used: number;
        day_limit: number;
      } | null;
      /** Seconds after which it was told to come back. */
      retry_after_s: number | null;
    };
    /** The file is no PNG, is damaged, has a width or height outside of 16 to 1,024 pixels, more than 8 bits a sample, or is interlaced. Save the logo as an ordinary PNG of that size. */
    LogoNotUsableProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Logo cannot be used";
      status: 422;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "LOGO_NOT_USABLE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    Made: {
      id: string;
    };
    MailChoice: {
      /** Reminders of training that is due soon. Those of what is assigned or overdue cannot be done without. */
      due_soon: boolean;
      /** Weekly digests, to managers and administrators. */
      digests: boolean;
      /** Reports that administrators have mailed to each other. */
      reports: boolean;
    };
    MailSettings: {
      /** Whether there is a mail server; false: mails are kept until there is one. */
      sent: boolean;
      /** The sender that mails name. */
      from: string;
      /** Whether the mailbox shows what they say. */
      readable: boolean;
    };
    Mailbox: {
      /** Whether texts are shown: in a trial that only this machine can reach. */
      readable: boolean;
      /** The newest 200, the newest first. */
      mails: {
        id: string;
        kind: string;
        recipient: string;
        subject: string;
        created_at: string;
        /** failed: the mail server refused it, or never took it; kept: it is never sent, because the organisation is the sandbox of another; needless: before it could leave, nothing was left to be told. */
        state: "queued" | "sent" | "failed" | "kept" | "needless";
        /** Why it was not sent, or waits; null: there is nothing to say. */
        reason: "refused" | "given_up" | "reason_gone" | "left" | "suspended" | "exempt" | "refused_by_receiver" | "no_address" | "bouncing" | "quiet_hours" | null;
        attempts: number;
        /** null: not shown, or sealed with a key that is gone. */
        text: string | null;
      }[];
    };
    /** The request cannot be read: the body is not one JSON object in UTF-8, names a member twice, nests deeper than 32 levels, or the request carries two kinds of credentials. Send one well-formed JSON object, and either X-API-Key or Authorization, not both. */
    MalformedRequestProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Malformed request";
      status: 400;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "MALFORMED_REQUEST";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The account was provisioned by SCIM and belongs to the identity provider. Change the person in the identity provider, which passes the change on. */
    ManagedElsewhereProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Managed elsewhere";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "MANAGED_ELSEWHERE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      managed_by?: string;
    };
    MarkMyNoticesReadRequest: {
      /** A timestamp from 1900 on, RFC 3339. */
      through: string;
    };
    MatrixEntry: {
      /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
      status: components["schemas"]["ComplianceFlag"];
      /** What decides the flag. */
      basis: components["schemas"]["ComplianceBasis"];
      enrollment_id: string | null;
      enrollment_status: components["schemas"]["EnrollmentStatus"] | null;
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
      next_status: components["schemas"]["ComplianceFlag"] | null;
      /** The day on which it will; null: time alone changes nothing. */
      next_change_on: string | null;
    };
    MatrixRow: {
      user_id: string;
      employee_no: string | null;
      full_name: string | null;
      department_id: string | null;
      department_name: string | null;
      worker_type: components["schemas"]["WorkerType"];
      contractor_id: string | null;
      /** The worst flag in scope; null: nothing is required. */
      status: components["schemas"]["ComplianceFlag"] | null;
      /** Entries in scope by the code of the course. */
      courses: Record<string, components["schemas"]["MatrixEntry"]>;
    };
    /** The group is dynamic: its members are the people who meet its conditions, and no others. Change the conditions, or make a manual group. */
    MembersByConditionsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Members by conditions";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "MEMBERS_BY_CONDITIONS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    MergeContractorRequest: {
      /** What survives. */
      into_id: string;
    };
    MergeDepartmentRequest: {
      /** What survives. */
      into_id: string;
    };
    MergedPlace: {
      into_id: string;
      people: number;
      departments: number;
      rules: number;
      groups: number;
      aliases: number;
    };
    MergingPlace: {
      into_id: string;
      /** People who have gone over so far. */
      people: number;
      /** Everybody who goes over; the others follow in the background. */
      people_total: number;
      departments: number;
      rules: number;
      groups: number;
      aliases: number;
    };
    /** The organisation is on another node than the one that was asked. Nothing was executed, and no credentials were judged. Send the request to the service's own address, which leads to the node that the organisation is on. */
    MisdirectedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Misdirected request";
      status: 421;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "MISDIRECTED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    MoveSandboxClockRequest: {
      /** An ISO 8601 duration, counted on the calendar of the organisation's time zone; or send now. */
      advance?: string;
      /** What the clock is to show, later than now; or send advance. */
      now?: string;
    };
    MovedMembers: {
      /** People who have joined, or left. */
      moved: number;
      /** People who belonged to the group already, or did not. */
      unchanged: number;
    };
    MyAttemptOutcome: {
      passed: boolean;
      score: number | null;
      status: "assigned" | "in_progress" | "completed" | "failed" | "cancelled" | "withdrawn";
      attempts_left: number;
    };
    MyCourse: {
      id: string;
      course_code: string;
      course_title: string;
      /** A learning path: it follows its courses. */
      is_path: boolean;
      status: "assigned" | "in_progress" | "completed" | "failed" | "cancelled" | "withdrawn";
      mandatory: boolean;
      /** A date from 1900 on, YYYY-MM-DD. */
      due_date: string | null;
      overdue: boolean;
      estimated_minutes: number | null;
      attempts_used: number;
      attempts_allowed: number;
      score: number | null;
      completed_at: string | null;
      /** null: it is held elsewhere, and its result is recorded for you. */
      kind: "link" | "document" | "quiz" | "package" | "items" | null;
      /** Percentage of right answers from which on a quiz is passed. */
      pass_score: number | null;
      /** How, where and when it is held, and whom to ask. */
      instructions: string | null;
      /** Training administrators to ask, where the course has no content here. */
      contacts: {
        name: string;
        email: string;
      }[];
      /** Of a link. */
      url: string | null;
      /** Of a document. */
      text: string | null;
      /** Of a quiz. */
      questions: {
        text: string;
        options: string[];
        /** More than one option is right. */
        several: boolean;
      }[] | null;
    };
    MyCourseSession: {
      id: string;
      location: string;
      starts_at: string;
      ends_at: string;
      time_zone: string;
      trainer_name: string | null;
      state: components["schemas"]["CourseSessionState"];
      cancel_reason: string | null;
      /** Places that nobody has taken. */
      free: number;
      /** People who wait for a place. */
      waiting: number;
      /** People who can wait for a place; 0: nobody. */
      waiting_max: number;
      /** The learner's own; null: none. */
      booking: "booked" | "waiting" | "withdrawn" | "released" | null;
      /** The learner's place on the waiting list, from 1. */
      waiting_place: number | null;
    };
    MyCourseSessionList: {
      /** Those to come, and the learner's own; the first one first. */
      course_sessions: components["schemas"]["MyCourseSession"][];
    };
    MyItem: {
      id: string;
      kind: "text" | "link" | "video" | "quiz" | "package";
      title: string;
      required: boolean;
      state: "locked" | "open" | "under_way" | "done" | "failed";
      /** The title of the item that has to be done first. */
      waits_for: string | null;
      score: number | null;
    };
    MyItemContent: {
      item: components["schemas"]["MyItem"];
      text: string | null;
      url: string | null;
      /** How many a quiz asks. */
      questions: number | null;
      pass_percent: number | null;
    };
    MyItems: {
      status: "assigned" | "in_progress" | "completed" | "failed";
      attempts_left: number;
      /** The latest try; null: it has not begun. */
      run: {
        number: number;
        result: "passed" | "failed" | null;
        score: number | null;
      } | null;
      items: components["schemas"]["MyItem"][];
    };
    MySitting: {
      id: string;
      pass_percent: number;
      questions: {
        id: string;
        text: string;
        options: string[];
        /** More than one option is right. */
        several: boolean;
        /** What was answered so far. */
        chosen: number[];
      }[];
    };
    MySittingOutcome: {
      passed: boolean;
      score: number;
      course: components["schemas"]["MyItems"];
    };
    MyTeamMember: {
      person: components["schemas"]["MatrixRow"];
      /** The courses of the person's entries, in the order of their titles. */
      courses: {
        code: string;
        title: string;
        pass_score: number | null;
        /** The open enrollment that takes a result from the manager; null: none is open, or the course does not allow it. */
        result_enrollment_id: string | null;
      }[];
    };
    MyTraining: {
      /** What is open first, the soonest due first; then what has ended. */
      courses: {
        id: string;
        course_code: string;
        course_title: string;
        /** A learning path: it follows its courses. */
        is_path: boolean;
        status: "assigned" | "in_progress" | "completed" | "failed" | "cancelled" | "withdrawn";
        mandatory: boolean;
        /** A date from 1900 on, YYYY-MM-DD. */
        due_date: string | null;
        overdue: boolean;
        estimated_minutes: number | null;
        attempts_used: number;
        attempts_allowed: number;
        score: number | null;
        completed_at: string | null;
        /** null: it is held elsewhere, and its result is recorded for you. */
        kind: "link" | "document" | "quiz" | "package" | "items" | null;
      }[];
      /** The latest first. */
      certificates: {
        id: string;
        number: string;
        course_title: string;
        /** A date from 1900 on, YYYY-MM-DD. */
        valid_from: string;
        /** A date from 1900 on, YYYY-MM-DD. */
        valid_until: string | null;
        status: "valid" | "expired" | "revoked";
        verification_url: string;
      }[];
      /** Whether the learner holds course sessions: then there are lists of attendance. */
      teaches: boolean;
      /** Whether anybody reports to the learner: then there is a team to be seen. */
      has_reports: boolean;
    };
    NewEvidenceLink: {
      id: string;
      expires_at: string;
      /** To be sent to the company; it is shown once. */
      url: string;
    };
    NewWebhookSubscription: {
      id: string;
      client_id: string;
      name: string;
      /** Where deliveries are sent: `https://`, a public host name on port 443, without user, password and fragment. The host must be on the client's list of allowed webhook hosts. */
      target_url: string;
      /** Event types that are delivered. A ping is sent whether it is listed or not. */
      subscribed_events: components["schemas"]["EventType"][];
      /** platform.v1: the event as the feed shows it. cloudevents.v1: CloudEvents 1.0 in the structured mode of its HTTP binding, with the same id, type and data. */
      delivery_format: components["schemas"]["DeliveryFormat"];
      /** Only events whose person is in one of these departments or below, or has left it by the change; null: of everybody. */
      department_ids: string[] | null;
      /** Only events of these courses and learning paths; null: of all. */
      course_ids: string[] | null;
      /** active: deliveries are sent. degraded: they are sent one at a time, after failures. disabled: they wait until the subscription is enabled again, after 20 failures in a row or three days of failures. */
      state: components["schemas"]["SubscriptionState"];
      /** Why it is degraded or disabled; null while active. */
      state_reason: components["schemas"]["SubscriptionStateReason"] | null;
      state_changed_at: string;
      /** Failed attempts since the last acknowledged one, over all deliveries. Pings do not count. */
      consecutive_failures: number;
      failing_since: string | null;
      last_success_at: string | null;
      last_failure_at: string | null;
      /** Deliveries that wait for their first or next attempt. */
      pending_deliveries: number;
      /** Until then deliveries carry a signature of the previous secret, too; null: they do not. */
      previous_secret_expires_at: string | null;
      created_at: string;
      updated_at: string;
      /** The signing secret, `whsec_` and base64 of 32 random bytes. Shown in this answer only: keep it. The key of X-LMS-Signature is the whole string; that of webhook-signature (Standard Webhooks) is what the part behind `whsec_` encodes. */
      secret_token?: string;
    };
    /** The last attempt that the course allows has failed. Ask a training administrator to grant one more attempt; then report again. */
    NoAttemptsLeftProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "No attempts left";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "NO_ATTEMPTS_LEFT";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      enrollment_id?: string;
      attempts_allowed?: number;
    };
    /** The account is not in use, employment has not begun or has ended, or the company's contract has ended. Correct the person's record first; the gate's answer says which of them it is. */
    NoBadgeProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "No badge for this person";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "NO_BADGE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The person has no enrollment in this course (and cycle) that takes a result: none at all, or it has ended. Assign the course by `POST /api/v1/enrollments`, for another cycle where `enrollment_status` is completed; then report again. */
    NoOpenEnrollmentProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "No open enrollment";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "NO_OPEN_ENROLLMENT";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      enrollment_id?: string | null;
      enrollment_status?: components["schemas"]["EnrollmentStatus"] | null;
    };
    /** The account has no second factor to confirm or remove. Begin with a new one. */
    NoSecondFactorProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "No second factor";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "NO_SECOND_FACTOR";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** Nobody is booked in this course session under that name or number. The trainer adds who is there without a booking. */
    NotBookedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Not booked in this session";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "NOT_BOOKED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** Nothing with this id exists in the organisation, or the address is not one of this service. Check the address and the id; list the resource to see which ids exist. */
    NotFoundProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Not found";
      status: 404;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "NOT_FOUND";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    NoteAttendanceRequest: {
      people: {
        person_id: string;
        attended: boolean;
        /** null or left out: no result yet. */
        passed?: boolean | null;
        /** Percent; null where nothing was scored. */
        score?: number | null;
      }[];
    };
    Notices: {
      /** Of those below. */
      unread: number;
      /** Up to when all was read; null: nothing yet. */
      read_through: string | null;
      /** Of the last 30 days, the newest 50, the newest first. */
      notices: {
        /** The same as long as it is shown. */
        id: string;
        /** Why: the reasons of reminders, and the week of a manager or an administrator. */
        kind: "assigned" | "renewed" | "due_soon" | "overdue" | "expiring" | "session" | "digest_manager" | "digest_administrator";
        /** Of the course; null: it is about a week. */
        title: string | null;
        course_id: string | null;
        /** A date from 1900 on, YYYY-MM-DD. */
        day: string;
        /** Of a week; null: it is about a course. */
        numbers: Record<string, number> | null;
        told_at: string;
        is_unread: boolean;
      }[];
    };
    OnLeave: "cancel" | "keep";
    OpenedEvidenceLink: {
      organisation: string;
      contractor: string;
      expires_at: string;
      /** A date from 1900 on, YYYY-MM-DD. */
      today: string;
      /** Open enrollments in courses that are held elsewhere, the first due first. */
      asked: {
        enrollment_id: string;
        full_name: string;
        course_title: string;
        /** A date from 1900 on, YYYY-MM-DD. */
        assigned_on: string;
        /** A date from 1900 on, YYYY-MM-DD. */
        due_date: string | null;
        /** Evidence was handed in and waits. */
        waits: boolean;
      }[];
      /** What came by this link, the newest first. */
      submissions: {
        id: string;
        state: "waiting" | "accepted" | "refused";
        full_name: string;
        course_title: string;
        /** A date from 1900 on, YYYY-MM-DD. */
        completed_on: string;
        file_name: string;
        submitted_at: string;
        /** Why it was refused. */
        reason: string | null;
      }[];
    };
    OrderBulkAssignRequest: components["schemas"]["BulkOrder"];
    OrderEvidencePackRequest: components["schemas"]["EvidencePackOrder"];
    OrganisationSettings: {
      /** The tenant code; it never changes. */
      code: string;
      kind: "live" | "sandbox";
      name: string;
      /** IANA name; dates are dates of this zone. */
      time_zone: string;
      /** Of mails to whom no language of their own is known. */
      language: "en" | "pl" | "de" | "fr" | "es" | "uk";
      /** First month of the cycle year. */
      fiscal_month: number;
      /** Whether every person needs an e-mail address. */
      email_required: boolean;
      /** Whether an unknown department that an identity provider names is created. */
      create_departments_from_scim: boolean;
      /** Of the panel and of certificates, #rrggbb; darker or lighter shades are used where it could not be read. */
      color: string | null;
      /** Of certificates of own courses; null: Certificate. */
      certificate_title: string | null;
      /** Between the name and the course of such certificates, in eight lines at most; may name the fields {name}, {course}, {date}, {number}, {valid_until}, {organisation}. */
      certificate_text: string | null;
      /** Who signs, below such certificates. */
      certificate_signatory: string | null;
      /** What that person is, below the name. */
      certificate_signatory_title: string | null;
      /** Of such certificates, on A4. */
      certificate_orientation: "landscape" | "portrait";
      /** What the operator has agreed to; clients cannot have more. */
      contract: {
        per_minute: number;
        burst: number;
        per_day: number;
        webhook_subscriptions: number;
      };
      attributes: {
        /** A small letter, then up to 63 small letters, digits and underscores. */
        key: string;
        type: "string" | "number" | "boolean" | "string_array";
        /** How people read its name; null: as its key. */
        label: string | null;
        /** Some person has a value. */
        in_use: boolean;
      }[];
    };
    OwnSandbox: {
      /** The sandbox of this organisation; null: none was made. */
      sandbox: {
        code: string;
        name: string;
        created_at: string;
        /** What its clock shows. */
        now: string;
        people: number;
        /** People that it can have. */
        people_max: number;
        /** Mails that it keeps; none is sent. */
        mails_kept_max: number;
      } | null;
      /** The organisation whose sandbox this is; null: it is nobody's. */
      home: {
        code: string;
        name: string;
      } | null;
    };
    /** A course refers to the package, or a learner is under way in it. Give the course other content, and wait until those under way have ended. */
    PackageInUseProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Package in use";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PACKAGE_IN_USE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The archive is not a package that can be kept: `reason` says which rule it breaks, and the detail where. Change what the detail names, in the program that made the package or in the archive, and send it again. */
    PackageRefusedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Package refused";
      status: 422;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PACKAGE_REFUSED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      reason?: "not_a_zip" | "too_many_files" | "file_too_large" | "unpacks_too_large" | "packed_too_densely" | "length_not_as_said" | "damaged" | "encrypted" | "unknown_compression" | "path_climbs_out" | "path_absolute" | "path_has_backslash" | "path_has_control_letter" | "path_too_long" | "path_not_text" | "path_twice" | "not_a_file" | "no_manifest" | "manifest_too_large" | "manifest_unreadable" | "manifest_incomplete" | "standard_unknown" | "launch_file_missing" | "too_many_items";
    };
    PanelCertificate: {
      id: string;
      number: string;
      user_id: string;
      employee_no: string | null;
      course_id: string;
      course_code: string;
      /** Null: external evidence. */
      enrollment_id: string | null;
      cycle_year: number;
      /** Of today: valid; expiring, within the course's expiring_soon_days of its end; expired; superseded, a newer one that holds as long has begun; revoked. */
      status: components["schemas"]["CertificateStatus"];
      /** course: the course was completed here; external: it was obtained elsewhere (external evidence). */
      source: components["schemas"]["CertificateSource"];
      /** Who issued it elsewhere; null: it was issued here. */
      issuer: string | null;
      issued_at: string;
      /** A date from 1900 on, YYYY-MM-DD. */
      valid_from: string;
      /** The last valid day; null: it never ends. */
      valid_until: string | null;
      /** The day on which its renewal is assigned; null where the course is not renewed or the certificate has no end. */
      renewal_opens_on: string | null;
      previous_certificate_id: string | null;
      revoked_at: string | null;
      revoke_reason: string | null;
      /** Where everyone who knows the code can check it. */
      verification_url: string;
      full_name: string | null;
      course_title: string;
      /** The file that is kept with external evidence. */
      evidence: {
        name: string;
        media_type: string;
        size_bytes: number;
        uploaded_at: string;
      } | null;
    };
    PanelCertificateList: {
      pagination: components["schemas"]["CursorPagination"];
      certificates: components["schemas"]["PanelCertificate"][];
    };
    PanelSubscription: {
      id: string;
      client_id: string;
      name: string;
      /** Where deliveries are sent: `https://`, a public host name on port 443, without user, password and fragment. The host must be on the client's list of allowed webhook hosts. */
      target_url: string;
      /** Event types that are delivered. A ping is sent whether it is listed or not. */
      subscribed_events: components["schemas"]["EventType"][];
      /** platform.v1: the event as the feed shows it. cloudevents.v1: CloudEvents 1.0 in the structured mode of its HTTP binding, with the same id, type and data. */
      delivery_format: components["schemas"]["DeliveryFormat"];
      /** Only events whose person is in one of these departments or below, or has left it by the change; null: of everybody. */
      department_ids: string[] | null;
      /** Only events of these courses and learning paths; null: of all. */
      course_ids: string[] | null;
      /** active: deliveries are sent. degraded: they are sent one at a time, after failures. disabled: they wait until the subscription is enabled again, after 20 failures in a row or three days of failures. */
      state: components["schemas"]["SubscriptionState"];
      /** Why it is degraded or disabled; null while active. */
      state_reason: components["schemas"]["SubscriptionStateReason"] | null;
      state_changed_at: string;
      /** Failed attempts since the last acknowledged one, over all deliveries. Pings do not count. */
      consecutive_failures: number;
      failing_since: string | null;
      last_success_at: string | null;
      last_failure_at: string | null;
      /** Deliveries that wait for their first or next attempt. */
      pending_deliveries: number;
      /** Until then deliveries carry a signature of the previous secret, too; null: they do not. */
      previous_secret_expires_at: string | null;
      created_at: string;
      updated_at: string;
      /** Departments and courses of the filters, by id. */
      names: Record<string, string>;
      client: {
        id: string;
        name: string;
      };
      /** Of the last 24 hours, of at most the newest 2,000 deliveries; without pings. */
      recent: {
        succeeded: number;
        failed: number;
        /** Of attempts that were acknowledged. */
        p95_ms: number | null;
      };
    };
    PanelSubscriptionList: {
      subscriptions: components["schemas"]["PanelSubscription"][];
    };
    Passkey: {
      id: string;
      name: string;
      /** It can be used alone, without login and password; null: not known. */
      discoverable: boolean | null;
      /** Its maker keeps a copy, so that it is on several devices. */
      synchronised: boolean;
      /** Its signature counter went back, so that there may be a copy of it. It proves nothing any more. */
      blocked: boolean;
      created_at: string;
      last_used_at: string | null;
    };
    PasskeyAnswer: {
      /** Base64url; what the authenticator calls the passkey. */
      id: string;
      /** Base64url; `clientDataJSON` of the browser's answer. */
      client_data: string;
      /** Base64url. */
      authenticator_data: string;
      /** Base64url. */
      signature: string;
      /** Base64url; what it keeps of the account. */
      user_handle: string | null;
    };
    PasskeyCreation: {
      /** Base64url; to be answered once, within `timeout_ms`. */
      challenge: string;
      rp: {
        id: string;
        name: string;
      };
      user: {
        /** Base64url; says to us which account it is. */
        id: string;
        name: string;
        display_name: string;
      };
      /** COSE algorithms, the one that we like best first. */
      algorithms: number[];
      /** How long the authenticator may take. */
      timeout_ms: number;
      /** Whether the authenticator asks who its user is. */
      user_verification: "required" | "preferred";
      /** Passkeys that the account has: their authenticators make no other one. */
      exclude: {
        /** Base64url; what the authenticator calls the passkey. */
        id: string;
        transports: ("ble" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb")[];
      }[];
    };
    PasskeyList: {
      passkeys: components["schemas"]["Passkey"][];
    };
    /** The passkey does not sign in here. The answer is the same for every cause: nobody here has this passkey, it was removed or blocked, its account is disabled or has left, the device did not ask who its user is, or the answer came too late, came twice, or was made for another address. Try again, and let the device check who you are (PIN, fingerprint, face). Otherwise sign in with login and password. */
    PasskeyNotAcceptedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Passkey not accepted";
      status: 401;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PASSKEY_NOT_ACCEPTED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** What the device made cannot be used, came too late or twice, or belongs to an account already. Begin again. */
    PasskeyNotAddedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Passkey not added";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PASSKEY_NOT_ADDED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    PasskeyRequest: {
      /** Base64url; to be answered once, within `timeout_ms`. */
      challenge: string;
      rp_id: string;
      /** How long the authenticator may take. */
      timeout_ms: number;
      /** Whether the authenticator asks who its user is. */
      user_verification: "required" | "preferred";
      /** Passkeys that may answer; none: whichever the authenticator has. */
      allow: {
        /** Base64url; what the authenticator calls the passkey. */
        id: string;
        transports: ("ble" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb")[];
      }[];
    };
    /** The current password, or the one-time code, is missing or wrong. Give the account's current password, and the code if it has a second factor. */
    PasswordNotConfirmedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Password not confirmed";
      status: 403;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PASSWORD_NOT_CONFIRMED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The body exceeds the size limit of the operation. Send at most `limit_bytes` bytes. */
    PayloadTooLargeProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Payload too large";
      status: 413;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PAYLOAD_TOO_LARGE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      limit_bytes?: number;
    };
    /** The organisation has a client with the scope scim: its identity provider brings people in, and nobody is created at a sign-in. Assign people to the application at the identity provider, or revoke the client first. */
    PeopleComeByScimProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "People come by SCIM";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PEOPLE_COME_BY_SCIM";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    PeopleImport: {
      id: string;
      kind: components["schemas"]["ImportKind"];
      format: components["schemas"]["ImportFormat"];
      dry_run: boolean;
      /** failed: nothing of the file was carried out, unless `rows_done` is greater than 0. */
      status: components["schemas"]["ImportStatus"];
      failure: components["schemas"]["ImportFailure"] | null;
      created_at: string;
      finished_at: string | null;
      /** Progress: rows of the file that are done. */
      rows_done: number;
      counts: {
        /** Rows of the file; 0 until it has been read. */
        rows: number;
        /** People created. */
        create: number;
        /** People changed. */
        update: number;
        /** Rows that say what is so already. */
        unchanged: number;
        /** People deactivated: those not in the file, and those whose row says so. */
        deactivate: number;
        /** Rows that could not be taken. They hold up no other one. */
        invalid: number;
      };
      guard: {
        max_deactivate_percent: number;
        /** Whether a file that lists all people would have deactivated more people than it may: people who are missing in it, and those whose row says so. */
        tripped: boolean;
      };
      /** Every row that is not unchanged, as CSV; kept for 30 days, or as many as the organisation has set. */
      report_url: string;
      /** The first 100 of them. */
      rows_preview: {
        /** The line on which the row begins; null for people who are not in the file. */
        row: number | null;
        employee_no: string | null;
        /** First and last name: the person's, or what the row says of a new one; null where neither is known. */
        full_name: string | null;
        action: components["schemas"]["ImportAction"];
        /** By field; empty for a new person. */
        changes: Record<string, unknown[]>;
        effects: {
          /** Course codes. */
          enrollments_assigned: string[];
          /** Course codes. */
          enrollments_cancelled: string[];
        };
        errors: {
          /** The field, as in a request's body. */
          pointer: string;
          code: string;
          detail: string;
        }[];
      }[];
    };
    Person: {
      id: string;
      /** Null only where an identity provider has given none. */
      employee_no: string | null;
      first_name: string | null;
      last_name: string | null;
      full_name: string | null;
      email: string | null;
      /** The e-mail address in small letters, or else the employee number. */
      login: string;
      worker_type: components["schemas"]["WorkerType"];
      department_id: string | null;
      department_name: string | null;
      contractor_id: string | null;
      contractor_name: string | null;
      /** The person's manager: another person. */
      manager_id: string | null;
      manager_employee_no: string | null;
      job_title: string | null;
      attributes: components["schemas"]["PersonAttributes"];
      /** invited: has not signed in yet; active: has; suspended: blocked or on leave; deactivated: has left; anonymized: erased, the record is kept for statistics. */
      status: components["schemas"]["PersonStatus"];
      /** Whether the status is invited or active. */
      active: boolean;
      /** Who changes the record; one managed by SCIM is read-only here. */
      managed_by: components["schemas"]["PersonManager"];
      /** The identity provider's id. */
      external_id: string | null;
      language: string | null;
      /** A date from 1900 on, YYYY-MM-DD. */
      employment_start_date: string | null;
      /** A date from 1900 on, YYYY-MM-DD. */
      employment_end_date: string | null;
      last_sign_in_at: string | null;
      deactivated_at: string | null;
      created_at: string;
      updated_at: string;
    };
    /** Another person of the organisation has this employee number, login or e-mail address; letter case does not count. People who have left keep theirs. Look the person up by `employee_no` or `email` and change the record: `active: true` brings back someone who has left. `conflicts` names every field at fault, and the records if the client has the scope users:read. */
    PersonAlreadyExistsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Person already exists";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PERSON_ALREADY_EXISTS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      conflicts?: {
        field: components["schemas"]["UniquePersonField"];
        user_id?: string;
        status?: components["schemas"]["PersonStatus"];
      }[];
    };
    /** The person's data have been erased; the record is kept for statistics and cannot be changed. Create a new person if someone is employed again. */
    PersonAnonymizedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Person is anonymized";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PERSON_ANONYMIZED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    PersonAttributeChanges: Record<string, components["schemas"]["AttributeValue"]>;
    PersonAttributes: Record<string, components["schemas"]["AttributeValue"]>;
    PersonBounce: {
      /** Why mail to the person's address is not sent; null: it is. */
      bounce: components["schemas"]["Bounce"] | null;
    };
    PersonEvents: {
      events: {
        id: string;
        type: components["schemas"]["EventType"];
        created_at: string;
        /** The course or group. */
        about: string | null;
        /** Empty: no webhook had subscribed to it. */
        deliveries: {
          id: string;
          status: components["schemas"]["DeliveryStatus"];
          subscription: {
            /** null: it is gone. */
            id: string | null;
            name: string;
          };
        }[];
      }[];
      /** Events from then back were not looked at; null: nothing is missing. */
      searched_since: string | null;
    };
    PersonHistory: {
      entries: {
        id: string;
        occurred_at: string;
        actor_type: string;
        actor_name: string | null;
        operation: string;
        /** What was changed. */
        fields: string[];
      }[];
    };
    PersonList: {
      pagination: components["schemas"]["CursorPagination"];
      users: components["schemas"]["Person"][];
    };
    PersonManager: "platform" | "scim";
    /** The account is suspended or deactivated; nothing that the person has to do goes on meanwhile. Bring the account back first. */
    PersonNotActiveProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Person not active";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PERSON_NOT_ACTIVE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The data of a person whose account has not ended cannot be erased. Deactivate the person first: here, in the file of people, or in the identity provider that manages them; then ask again. */
    PersonNotDeactivatedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Person is not deactivated";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PERSON_NOT_DEACTIVATED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The account has ended: the person was deactivated, or their data have been erased. Reactivate a deactivated account first; an erased one stays as it is. */
    PersonNotInUseProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Account is not in use";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PERSON_NOT_IN_USE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    PersonStatus: "invited" | "active" | "suspended" | "deactivated" | "anonymized";
    /** The request reactivates an account that an administrator has suspended, for a leave or a block. An administrator ends the suspension in the panel. Leave `active` out to change the record's other fields. */
    PersonSuspendedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Person is suspended";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PERSON_SUSPENDED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    PersonTraining: {
      groups: {
        id: string;
        code: string;
        name: string;
        kind: "manual" | "dynamic" | "scim";
      }[];
      flags: {
        course_id: string;
        course_code: string;
        course_title: string;
        /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
        status: components["schemas"]["ComplianceFlag"];
        /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
        next_status: components["schemas"]["ComplianceFlag"] | null;
        /** A date from 1900 on, YYYY-MM-DD. */
        next_change_on: string | null;
      }[];
      certificates: components["schemas"]["PanelCertificate"][];
    };
    PingSubscriptionRequest: Record<string, unknown>;
    /** Active people or sub-departments still belong to it, so it cannot be taken out of use; or the department above is out of use, so it cannot be brought back; or a merge that it is part of has not finished. Wait for the end of a merge. Move the people and sub-departments first, or merge it into another one; bring back the department above first. */
    PlaceStateBlockedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "State cannot be changed";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PLACE_STATE_BLOCKED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      /** Active people that belong to it. */
      people?: number;
      /** Departments in use directly below it. */
      departments?: number;
    };
    /** The record has changed since it was read: If-Match names another ETag than the current one. Read the record again, apply the change to it, and send its new ETag. */
    PreconditionFailedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Precondition failed";
      status: 412;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PRECONDITION_FAILED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    PreviewBulkAssignRequest: components["schemas"]["BulkOrder"];
    PreviewCertificateRequest: {
      /** Of the panel and of certificates, #rrggbb; darker or lighter shades are used where it could not be read. */
      color?: string | null;
      /** Of certificates of own courses; null: Certificate. */
      certificate_title?: string | null;
      /** Between the name and the course of such certificates, in eight lines at most; may name the fields {name}, {course}, {date}, {number}, {valid_until}, {organisation}. */
      certificate_text?: string | null;
      /** Who signs, below such certificates. */
      certificate_signatory?: string | null;
      /** What that person is, below the name. */
      certificate_signatory_title?: string | null;
      /** Of such certificates, on A4. */
      certificate_orientation?: "landscape" | "portrait";
    };
    PreviewGroupRequest: {
      id?: string;
      conditions?: {
        /** One of these departments. */
        department_ids?: string[];
        /** Whether people of the departments below count as well. Default: true. */
        include_subdepartments?: boolean;
        worker_type?: components["schemas"]["WorkerType"];
        /** One of these companies. */
        contractor_ids?: string[];
        /** Part of the job title; case and diacritics do not count. */
        job_title_contains?: string;
        /** Values by key; of an attribute that is a list, one of its entries. */
        attributes?: Record<string, components["schemas"]["ConditionValue"]>;
      };
      /** Courses and learning paths. */
      course_ids?: string[];
      /** Days from the assignment, or from the first day of employment when that is later. Null: the course's. */
      due_days?: number | null;
      /** What becomes of enrollments that were not started when it no longer applies. Default: cancel. */
      on_leave?: components["schemas"]["OnLeave"];
    };
    PreviewReminderReachRequest: {
      schedule: {
        /** Whether learners are told of what has been assigned to them. */
        assigned: boolean;
        /** Days before the due date; null: not reminded of. */
        due_soon_days: number | null;
        /** Told again so many days before the due date, each fewer than the first; 0: on the day itself. */
        due_soon_also: number[];
        /** Days after the due date, and between repetitions; null: not reminded of. */
        overdue_every_days: number | null;
        /** How many times at most an overdue enrollment is reminded of. */
        overdue_times: number;
        /** Days before a certificate's last day; null: not reminded of. */
        expiring_days: number | null;
        /** Told again so many days before the last day, each fewer than the first; 0: on the day itself. */
        expiring_also: number[];
      };
      /** Of one course; null or left out: of the organisation. */
      course_id?: string | null;
    };
    PreviewReminderTextRequest: {
      /** Of which reason. */
      kind: "assigned" | "renewed" | "due_soon" | "overdue" | "expiring" | "session";
      /** In which language. */
      language: "en" | "pl" | "de" | "fr" | "es" | "uk";
      /** Of the mail whose most urgent reason it is. */
      subject: string;
      /** Above the lines of the reason: plain text, paragraphs between empty lines. */
      text: string;
      /** Of each course; it says `{course_title}`. */
      line: string;
    };
    PreviewReportRequest: {
      definition: {
        subject: "people" | "enrollments" | "compliance" | "certificates" | "licenses";
        columns: string[];
        filters: {
          /** Part of a name or number. */
          q?: string;
          department_id?: string;
          include_subdepartments?: boolean;
          worker_type?: components["schemas"]["WorkerType"];
          contractor_id?: string;
          manager_id?: string;
          include_indirect_reports?: boolean;
          course_code?: string;
          /** Of what the subject's rows are. */
          status?: string;
          source?: components["schemas"]["EnrollmentSource"];
          /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
          compliance_flag?: components["schemas"]["ComplianceFlag"];
          overdue?: boolean;
          /** Due from the day on which the report is read, so many days ahead. */
          due_within_days?: number;
          /** The same of the last day of validity. */
          ends_within_days?: number;
        };
        /** Then the report is the number of rows of each group. */
        group_by: string | null;
        /** Of the groups. */
        chart: "none" | "bars";
      };
      /** IANA name of the reader's time zone; left out, or unknown: the organisation's. */
      time_zone?: string;
    };
    PreviewRetentionRequest: {
      /** null: the default, 30 days. */
      request_log?: number | null;
      /** null: the default, 30 days. */
      sync_log?: number | null;
      /** null: the default, 30 days. */
      mails?: number | null;
      /** null: the default, 30 days. */
      import_reports?: number | null;
      /** null: the default, 1095 days. */
      reminders?: number | null;
      /** null: the default, 730 days. */
      bulk_orders?: number | null;
      /** null: for ever. */
      people_who_left?: number | null;
    };
    PreviewRuleRequest: {
      id?: string;
      conditions: {
        /** One of these departments. */
        department_ids?: string[];
        /** Whether people of the departments below count as well. Default: true. */
        include_subdepartments?: boolean;
        worker_type?: components["schemas"]["WorkerType"];
        /** One of these companies. */
        contractor_ids?: string[];
        /** Part of the job title; case and diacritics do not count. */
        job_title_contains?: string;
        /** Values by key; of an attribute that is a list, one of its entries. */
        attributes?: Record<string, components["schemas"]["ConditionValue"]>;
      };
      /** Courses and learning paths. */
      course_ids: string[];
      /** Days from the assignment, or from the first day of employment when that is later. Null: the course's. */
      due_days?: number | null;
      /** What becomes of enrollments that were not started when it no longer applies. Default: cancel. */
      on_leave?: components["schemas"]["OnLeave"];
      /** Whether a valid certificate serves instead of an enrollment. Default: true. */
      count_valid_certificates?: boolean;
      /** How old such a certificate may be; null: as long as it is valid. */
      look_back_days?: number | null;
      /** Default: true. */
      active?: boolean;
    };
    PreviewedPerson: {
      id: string;
      full_name: string | null;
      employee_no: string | null;
      department_name: string | null;
    };
    /** No test sign-in has succeeded since the identity provider was set up or changed. Make a test sign-in, then switch it on. */
    ProviderNotTestedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Identity provider not tested";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PROVIDER_NOT_TESTED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The organisation's identity provider did not answer, or answered something that cannot be used. Try again later, or sign in with the password. An IT administrator finds the reason in the settings of sign-in. */
    ProviderNotUsableProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Identity provider not usable";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PROVIDER_NOT_USABLE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      /** What went wrong; null: that is for the administrators. */
      refusal?: "PROVIDER_UNREACHABLE" | "PROVIDER_ADDRESS_NOT_ALLOWED" | "PROVIDER_ANSWER_TOO_LARGE" | "PROVIDER_METADATA_INVALID" | "SAML_METADATA_INVALID" | "PROVIDER_REFUSED" | "CLIENT_REFUSED" | "CODE_REFUSED" | "ISSUER_DIFFERS" | "AUDIENCE_DIFFERS" | "NONCE_DIFFERS" | "TOKEN_TOO_OLD" | "TOKEN_OF_THE_FUTURE" | "RECIPIENT_DIFFERS" | "REQUEST_DIFFERS" | "ASSERTION_USED" | "NOT_SIGNED" | "CANNOT_DECRYPT" | "SUBJECT_MISSING" | "SIGNATURE_INVALID" | "RESPONSE_INVALID" | "NOT_KNOWN" | "EMAIL_NOT_VERIFIED" | "DOMAIN_NOT_VERIFIED" | "AMBIGUOUS" | "SUBJECT_REASSIGNED" | "OTHER_SUBJECT" | "ACCOUNT_NOT_IN_USE" | "PERSON_INCOMPLETE" | "PERSON_CONFLICTS" | "SCIM_BRINGS_PEOPLE" | "SANDBOX_FULL" | "ROLES_OVERAGE" | "ROLES_INVALID" | "ROLES_TOO_MANY" | "NO_ROLE" | "OTHER_ACCOUNT" | "AUTH_TIME_MISSING" | "AUTH_TIME_TOO_OLD" | "ACR_DIFFERS" | null;
      /** What the provider said, or where it was looked for. */
      said?: string | null;
    };
    /** The organisation requires sign-in with the company's identity. Without this provider, as it was tested, only the administrator for emergencies could sign in. Make sign-in with the company's identity an offer first, then change the provider. */
    ProviderRequiredProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Identity provider required";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "PROVIDER_REQUIRED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    QuestionCategory: {
      id: string;
      name: string;
      questions: number;
      /** That draw from it. */
      courses: {
        id: string;
        code: string;
        title: string;
      }[];
    };
    QuestionCategoryList: {
      /** By their names. */
      categories: components["schemas"]["QuestionCategory"][];
    };
    /** A course draws questions from this category, and fewer would be left than it draws. Add other questions to the category first, or let the course draw fewer. */
    QuestionsInUseProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Questions in use";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "QUESTIONS_IN_USE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The categories from which the quiz draws have no questions any more. Tell your training administrator: the course needs other questions. */
    QuizHasNoQuestionsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Quiz has no questions";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "QUIZ_HAS_NO_QUESTIONS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    RecordEvidenceRequest: {
      person_id: string;
      course_id: string;
      issuer: string;
      /** A date from 1900 on, YYYY-MM-DD. */
      valid_from: string;
      /** A date from 1900 on, YYYY-MM-DD. */
      valid_until: string | null;
    };
    RecordMyTeamResultRequest: {
      passed: boolean;
      /** Percent; null where nothing was scored. */
      score: number | null;
    };
    RecordResultRequest: {
      passed: boolean;
      /** Percent; null where nothing was scored. */
      score: number | null;
    };
    RecoveryCodes: {
      /** Shown this once. */
      codes: string[];
    };
    RecoveryCodesLeft: {
      /** Codes that were not used yet. */
      left: number;
      /** When they were made; null: there are none. */
      created_at: string | null;
    };
    RefuseSubmissionRequest: {
      reason: string;
    };
    ReminderPreview: {
      subject: string;
      /** Plain text, as the mail has it. */
      text: string;
    };
    ReminderReach: {
      /** Of the morning: today, before the first hour, or tomorrow. */
      day: string;
      people: number;
      /** There are more than were counted. */
      is_more: boolean;
      kinds: {
        kind: "assigned" | "renewed" | "due_soon" | "overdue" | "expiring";
        people: number;
      }[];
      /** The first of them, by date. */
      examples: {
        person: {
          id: string;
          name: string;
        };
        course: {
          id: string;
          title: string;
        };
        kind: "assigned" | "renewed" | "due_soon" | "overdue" | "expiring";
        /** The due date, the last day of the certificate, or the day of the assignment. */
        about_on: string;
      }[];
    };
    ReminderSchedule: {
      /** Whether learners are told of what has been assigned to them. */
      assigned: boolean;
      /** Days before the due date; null: not reminded of. */
      due_soon_days: number | null;
      /** Told again so many days before the due date, each fewer than the first; 0: on the day itself. */
      due_soon_also: number[];
      /** Days after the due date, and between repetitions; null: not reminded of. */
      overdue_every_days: number | null;
      /** How many times at most an overdue enrollment is reminded of. */
      overdue_times: number;
      /** Days before a certificate's last day; null: not reminded of. */
      expiring_days: number | null;
      /** Told again so many days before the last day, each fewer than the first; 0: on the day itself. */
      expiring_also: number[];
    };
    ReminderSettings: {
      /** Whether learners are told of what has been assigned to them. */
      assigned: boolean;
      /** Days before the due date; null: not reminded of. */
      due_soon_days: number | null;
      /** Told again so many days before the due date, each fewer than the first; 0: on the day itself. */
      due_soon_also: number[];
      /** Days after the due date, and between repetitions; null: not reminded of. */
      overdue_every_days: number | null;
      /** How many times at most an overdue enrollment is reminded of. */
      overdue_times: number;
      /** Days before a certificate's last day; null: not reminded of. */
      expiring_days: number | null;
      /** Told again so many days before the last day, each fewer than the first; 0: on the day itself. */
      expiring_also: number[];
      /** Whether who is booked is told of a course session on the day before. */
      sessions: boolean;
      /** Whether reminders are mailed; false: they are shown in the panel alone. */
      by_mail: boolean;
      /** Hour of the organisation's day from which mails are written. */
      from_hour: number;
      /** Hour before which they are written; later than `from_hour`. */
      until_hour: number;
    };
    ReminderTest: {
      /** The address of the own account, to which the mail is written. */
      recipient: string;
    };
    ReminderTexts: {
      /** One of each reason and language. */
      texts: {
        /** Of which reason. */
        kind: "assigned" | "renewed" | "due_soon" | "overdue" | "expiring" | "session";
        /** In which language. */
        language: "en" | "pl" | "de" | "fr" | "es" | "uk";
        /** Of the mail whose most urgent reason it is. */
        subject: string;
        /** Above the lines of the reason: plain text, paragraphs between empty lines. */
        text: string;
        /** Of each course; it says `{course_title}`. */
        line: string;
        /** Whether the organisation has written it; false: it is the product's. */
        is_own: boolean;
        /** Fields that it knows, without their braces. */
        fields: string[];
        /** Fields that it knows, without their braces. */
        line_fields: string[];
      }[];
    };
    RenamePasskeyRequest: {
      name: string;
    };
    RenewalBasis: "completion" | "expiry" | "fixed";
    RenewalProgress: "not_started" | "started" | "failed";
    ReplayEventsRequest: {
      /** Events created at or after it. RFC 3339, not in the future. */
      since: string;
      /** Only events created before it. */
      until?: string;
    };
    Report: {
      id: string;
      name: string;
      is_shared: boolean;
      definition: components["schemas"]["ReportDefinition"];
      /** null: the owner's account is gone. */
      owner: {
        id: string;
        name: string;
      } | null;
      /** Whether the caller may change it. */
      is_own: boolean;
      updated_at: string;
    };
    ReportDefinition: {
      subject: "people" | "enrollments" | "compliance" | "certificates" | "licenses";
      columns: string[];
      filters: {
        /** Part of a name or number. */
        q?: string;
        department_id?: string;
        include_subdepartments?: boolean;
        worker_type?: components["schemas"]["WorkerType"];
        contractor_id?: string;
        manager_id?: string;
        include_indirect_reports?: boolean;
        course_code?: string;
        /** Of what the subject's rows are. */
        status?: string;
        source?: components["schemas"]["EnrollmentSource"];
        /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
        compliance_flag?: components["schemas"]["ComplianceFlag"];
        overdue?: boolean;
        /** Due from the day on which the report is read, so many days ahead. */
        due_within_days?: number;
        /** The same of the last day of validity. */
        ends_within_days?: number;
      };
      /** Then the report is the number of rows of each group. */
      group_by: string | null;
      /** Of the groups. */
      chart: "none" | "bars";
    };
    ReportInput: {
      name: string;
      is_shared: boolean;
      definition: {
        subject: "people" | "enrollments" | "compliance" | "certificates" | "licenses";
        columns: string[];
        filters: {
          /** Part of a name or number. */
          q?: string;
          department_id?: string;
          include_subdepartments?: boolean;
          worker_type?: components["schemas"]["WorkerType"];
          contractor_id?: string;
          manager_id?: string;
          include_indirect_reports?: boolean;
          course_code?: string;
          /** Of what the subject's rows are. */
          status?: string;
          source?: components["schemas"]["EnrollmentSource"];
          /** OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered. */
          compliance_flag?: components["schemas"]["ComplianceFlag"];
          overdue?: boolean;
          /** Due from the day on which the report is read, so many days ahead. */
          due_within_days?: number;
          /** The same of the last day of validity. */
          ends_within_days?: number;
        };
        /** Then the report is the number of rows of each group. */
        group_by: string | null;
        /** Of the groups. */
        chart: "none" | "bars";
      };
    };
    ReportList: {
      reports: components["schemas"]["Report"][];
    };
    ReportPreview: {
      /** Headings of the columns, in the reader's language. */
      titles: string[];
      /** The first 50, as the reader writes them. */
      rows: string[][];
      /** Rows of the report; more than 100000 are not counted. */
      rows_total: number;
      /** Whether there are more than 100000 rows, which no file has. */
      is_cut: boolean;
      /** The 200 largest; empty where nothing is grouped. */
      groups: {
        title: string;
        rows: number;
      }[];
      /** Rows of further groups. */
      other_rows: number;
    };
    ReportReceivers: {
      receivers: {
        id: string;
        name: string;
      }[];
    };
    ReportSchedule: {
      format: "csv" | "xlsx" | "pdf";
      every: "day" | "week" | "month";
      /** Of the week, from 1, Monday, to 7, Sunday, or of the month; 1 where it is mailed every day. */
      day: number;
      /** Of the day in `time_zone`; outside the hours of reminders the next of these is waited for. */
      hour: number;
      /** IANA name: of the hour, and of instants in the file. */
      time_zone: string;
      /** Administrators of the whole organisation. */
      receiver_ids: string[];
      /** When it is mailed next, by the organisation's clock; null: it has stopped. */
      due_at: string | null;
      /** The owner's account is gone or disabled, has a role that reads no reports, or sees some departments only. */
      stopped_by: "owner_gone" | "owner_role" | "owner_limited" | null;
    };
    ReportScheduling: {
      schedule: components["schemas"]["ReportSchedule"] | null;
    };
    ReportSubjects: {
      subjects: {
        name: "people" | "enrollments" | "compliance" | "certificates" | "licenses";
        title: string;
        columns: {
          name: string;
          title: string;
          groups: boolean;
        }[];
        filters: string[];
        statuses: {
          value: string;
          title: string;
        }[];
      }[];
    };
    RequestErrorList: {
      since: string;
      /** false: so much was refused that only the latest of it, since `since`, was counted. */
      complete: boolean;
      errors: {
        status: number;
        /** Code of the problem; null: the answer was none of ours. */
        code: string | null;
        method: string;
        /** The pattern of the path; null: there is no such address. */
        route: string | null;
        client: {
          id: string;
          name: string;
        } | null;
        count: number;
        /** Why a 401 or 429 was given. */
        causes: string[];
        first_at: string;
        last_at: string;
      }[];
    };
    RequestList: {
      pagination: {
        limit: number;
        /** Send it as `cursor` to get the next page; null on the last one. */
        next_cursor: string | null;
      };
      requests: components["schemas"]["LoggedRequest"][];
    };
    RequestPasswordResetRequest: {
      tenant_code: string;
      /** E-mail address or, without one, the employee number. */
      login: string;
    };
    RequestRefusal: {
      /** null: the request was not refused. */
      refusal: {
        /** The first 40 that were sent; none where they were too long to keep. */
        headers: {
          name: string;
          /** null: it may hold a secret or personal data. */
          value: string | null;
          /** Characters that were left out. */
          masked: number;
        }[];
        /** What the answer said, without what came with the request. */
        detail: string | null;
        /** The first ten that were answered. */
        errors: {
          /** JSON pointer of the field, or name of the parameter or header. */
          place: string | null;
          code: string;
          detail: string;
        }[];
        errors_left_out: number;
      } | null;
    };
    /** The request's headers took longer than 10 seconds to arrive, its body longer than 10 seconds, or a file longer than 30. Send the request again on a new connection; nothing was executed. */
    RequestTimeoutProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Request timeout";
      status: 408;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "REQUEST_TIMEOUT";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    ResolveUnmatchedValueRequest: {
      field: "department" | "contractor";
      value: string;
      resolution: "link" | "create" | "dismiss";
      /** With link: the department or contractor. */
      target_id?: string;
    };
    ResolvedUnmatched: {
      target_id: string | null;
      people: number;
      /** Others have it, too: ask again. */
      more: boolean;
    };
    /** Another result of this person in this course session is recorded already. Leave it; a training administrator corrects results in the person's enrollment. */
    ResultAlreadyRecordedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Result already recorded";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "RESULT_ALREADY_RECORDED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The course does not allow managers to record results of their people. Ask the training administrator to record the result, or to allow it in the terms of the course. */
    ResultsNotByManagersProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Results not by managers";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "RESULTS_NOT_BY_MANAGERS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    Retention: {
      kinds: {
        kind: components["schemas"]["RetentionKind"];
        /** How long records are kept, all things considered; null: for ever. */
        days: number | null;
        /** What the organisation has set; null: nothing. */
        own_days: number | null;
        /** Without a setting; null: for ever. */
        default_days: number | null;
        /** The least that can be set. */
        days_min: number;
        /** The most that can be set. */
        days_max: number;
        /** What the law asks for, as the operator has set it; null: nothing. */
        legal_days_min: number | null;
        /** What becomes of a record whose time is over. */
        outcome: "removed" | "erased";
      }[];
      /** What is kept equally long in every organisation; null: for ever. */
      fixed: {
        kind: "webhook_deliveries" | "events" | "kept_answers" | "audit_log" | "training_records";
        days: number | null;
      }[];
    };
    RetentionKind: "request_log" | "sync_log" | "mails" | "import_reports" | "reminders" | "bulk_orders" | "people_who_left";
    RetentionPreview: {
      kinds: {
        kind: components["schemas"]["RetentionKind"];
        /** How long records would be kept; null: for ever. */
        days: number | null;
        /** Records whose time would be over, 10,000 at most. They go with the next clean-up, people who left in parts: 100 an hour. */
        goes: number;
        /** There are more than that. */
        goes_more: boolean;
        /** The age of the oldest record that would stay; null: none would. */
        oldest_left: string | null;
      }[];
    };
    RetryDeliveryRequest: Record<string, unknown>;
    RetryFailedDeliveriesRequest: {
      /** Deliveries created at or after it. RFC 3339. */
      since: string;
    };
    /** The operation is meant for other roles than that of the account. Ask an IT administrator of the organisation to do it, or to give the account another role. */
    RoleNotAllowedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Role not allowed";
      status: 403;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "ROLE_NOT_ALLOWED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** No sign-in has shown yet what the claim holds, so that nobody has seen whose roles would change. Make a test sign-in, and look at what it says of roles. */
    RolesNotSeenProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Roles not seen";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "ROLES_NOT_SEEN";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    RotateClientSecretRequest: {
      /** For so long the secret before it works, too; 0: it ends at once. */
      overlap_seconds: number;
    };
    RotateSubscriptionSecretRequest: {
      /** Days for which deliveries are also signed with the present secret; 0: it ends at once. Default: 7. */
      grace_days?: number;
    };
    RotatedSecret: {
      /** Shown this once; only a hash of it is kept. */
      secret: string;
      key_id: string;
      previous_expires_at: string | null;
    };
    RotatedSigningSecret: {
      subscription_id: string;
      /** The signing secret, `whsec_` and base64 of 32 random bytes. Shown in this answer only: keep it. The key of X-LMS-Signature is the whole string; that of webhook-signature (Standard Webhooks) is what the part behind `whsec_` encodes. */
      secret_token?: string;
      rotated_at: string;
      grace_days: number;
      previous_secret_expires_at: string | null;
    };
    Rule: {
      id: string;
      name: string;
      active: boolean;
      conditions: components["schemas"]["Conditions"];
      /** What the conditions call by id. */
      names: Record<string, string>;
      courses: {
        id: string;
        code: string;
        title: string;
        type: "course" | "learning_path";
        active: boolean;
      }[];
      due_days: number | null;
      on_leave: components["schemas"]["OnLeave"];
      count_valid_certificates: boolean;
      look_back_days: number | null;
      people_matched: number;
      /** The last evaluation that a change of it has started. */
      last_batch: components["schemas"]["RuleBatch"] | null;
      version: number;
      created_at: string;
      updated_at: string;
      retired_at: string | null;
    };
    RuleBatch: {
      id: string;
      people_total: number;
      people_done: number;
      done: {
        matched: number;
        unmatched: number;
        joined: number;
        left: number;
        assigned: number;
        cancelled: number;
      };
      started_at: string;
      updated_at: string;
      /** Null: it is not done. */
      finished_at: string | null;
      /** failed: its last try was; stalled: nothing has gone on with it for a while. Both may be tried again. */
      state: "running" | "failed" | "stalled" | "finished";
      failed_at: string | null;
      /** Why its last try failed; the service's log says more. */
      failure: "too_long" | "database" | "other" | null;
    };
    RuleBatchList: {
      batches: components["schemas"]["RuleBatch"][];
    };
    RuleList: {
      pagination: components["schemas"]["CursorPagination"];
      rules: components["schemas"]["Rule"][];
    };
    SamlProvider: {
      /** Where browsers are sent. */
      sso_url: string;
      /** Where the provider's metadata is read; null: it was pasted. */
      metadata_url: string | null;
      /** Whether the way may begin at the provider, at its page of applications: a response that nobody asked for then starts a sign-in, and is not used itself. */
      idp_initiated: boolean;
      /** Which attribute holds an id of people that never changes and is never given to somebody else. null: the NameID does. */
      subject_attribute: string | null;
      /** Which attribute holds the e-mail address. null: the usual names, and a NameID that is an address. */
      email_attribute: string | null;
      /** With which the provider signs; each of them counts. */
      certificates: components["schemas"]["IdentityCertificate"][];
      /** Ours, as PEM: for requests that we sign and assertions that are encrypted for us. */
      own_certificate: string;
    };
    SandboxClock: {
      /** What the organisation's clock shows. */
      now: string;
    };
    /** The organisation has a sandbox already; it has one at most. Open that one, or reset it: it is then as new. */
    SandboxExistsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Sandbox exists";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "SANDBOX_EXISTS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The sandbox of an organisation holds 500 people at most, those who have left included. Change people who are there, or have an administrator reset the sandbox in the panel. */
    SandboxFullProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Sandbox is full";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "SANDBOX_FULL";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    SaveIdentityProviderRequest: {
      /** The provider's issuer, or the address of its discovery document. */
      issuer: string;
      /** As which the provider knows this service. */
      client_id: string;
      /** How this service proves to the provider that it is this client: by a secret, or by a key that it has made. */
      authentication: "client_secret_basic" | "private_key_jwt";
      /** Left out: it stays as it is. */
      client_secret?: string;
      /** Which claim holds the externalId by which SCIM brought people in: often `sub`, with Entra `oid`. null: people are found by their verified address alone. */
      external_id_claim: string | null;
      /** Which authentication contexts the provider is asked for when an account confirms there (`acr_values`), separated by spaces: one of them must have been used. null: whatever it takes. Left out: it stays as it is. */
      step_up_acr?: string | null;
      /** What the provider is asked for beside `openid email` (scope), separated by spaces; `profile` is among it where people are created. Left out: it stays as it is. */
      scopes?: string | null;
      /** Whether who signs out here is sent to the provider to be signed out there (RP-Initiated Logout). Left out: it stays as it is. */
      sign_out_there?: boolean;
    };
    SaveMyAnswersRequest: {
      answers: {
        question_id: string;
        options: number[];
      }[];
    };
    SaveSamlProviderRequest: {
      /** The provider's metadata, as XML. Left out, as its address: what is known stays. */
      metadata?: string;
      /** Where it can be read. */
      metadata_url?: string;
      /** Whether the way may begin at the provider, at its page of applications: a response that nobody asked for then starts a sign-in, and is not used itself. */
      idp_initiated: boolean;
      /** Which attribute holds an id of people that never changes and is never given to somebody else. null: the NameID does. */
      subject_attribute: string | null;
      /** Which attribute holds the e-mail address. null: the usual names, and a NameID that is an address. */
      email_attribute: string | null;
      /** Which attribute holds the externalId by which SCIM brought people in; `NameID` for the NameID. null: people are found by their address alone. */
      external_id_claim: string | null;
      /** Which authentication contexts (AuthnContextClassRef) are asked for when an account confirms there, separated by spaces. null: whatever it takes. Left out: it stays as it is. */
      step_up_acr?: string | null;
    };
    SaveViewRequest: components["schemas"]["SavedViewInput"];
    SavedView: {
      id: string;
      name: string;
      /** What the list is narrowed to and sorted by, as the panel's address says it. */
      filters: Record<string, string>;
    };
    SavedViewInput: {
      list: "people" | "departments" | "contractors" | "courses" | "paths" | "licences" | "enrollments" | "matrix" | "certificates" | "requests";
      name: string;
      /** What the list is narrowed to and sorted by, as the panel's address says it. */
      filters: Record<string, string>;
    };
    SavedViewList: {
      views: components["schemas"]["SavedView"][];
    };
    ScimConnectionList: {
      /** What identity providers are given. */
      base_url: string;
      now: string;
      connections: {
        client: {
          id: string;
          name: string;
        };
        profile: "generic" | "entra" | "okta" | "strict";
        state: "active" | "disabled" | "expired";
        limits: {
          per_minute: number;
          burst: number;
          per_day: number;
        };
        /** use_profile: its limits are below those of an identity provider and the contract allows more; ask_contract: the contract itself is below them. */
        limit_advice: "none" | "use_profile" | "ask_contract";
        /** Of any request, also one that only read. */
        last_request_at: string | null;
        /** That request was answered 429. */
        last_request_limited: boolean;
        last_change_at: string | null;
        day: {
          created: number;
          updated: number;
          deactivated: number;
          failed: number;
        };
      }[];
      /** The last refused authentication of each cause, the newest first. */
      refusals: {
        cause: string;
        client_id: string | null;
        at: string;
        address: string;
        refusals: number;
        /** Of the last 24 h, 10,000 at most; known a second after the answer. */
        day: number;
      }[];
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
    SeatFigures: {
      /** Of all of them; what one has left does not make up for what another lacks. */
      total: {
        seats_total: number;
        seats_used: number;
        seats_free: number;
        /** Seats in use beyond those that the licence has. */
        seats_over: number;
      };
      /** Licences over their number first, then those with the smallest part left; 8 at most. */
      lines: {
        license_id: string;
        name: string;
        seats_total: number;
        seats_used: number;
        seats_free: number;
        /** Seats in use beyond those that the licence has. */
        seats_over: number;
        /** A date from 1900 on, YYYY-MM-DD. */
        valid_until: string | null;
      }[];
      /** How many more licences there are. */
      left_out: number;
    };
    /** The course is licensed by seats, and every seat of every licence in force is taken. Cancel assignments that were not started, or ask the training administrator for more seats; then repeat the request. */
    SeatLimitReachedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Seat limit reached";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "SEAT_LIMIT_REACHED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      license?: {
        id: string;
        seats_total: number;
        seats_used: number;
      };
    };
    SeatList: {
      pagination: components["schemas"]["CursorPagination"];
      /** Held seats, those taken last first. */
      seats: {
        id: string;
        person_id: string;
        full_name: string | null;
        employee_no: string | null;
        /** Where seats are of enrollments. */
        enrollment_id: string | null;
        course_title: string | null;
        taken_at: string;
      }[];
    };
    SeatUnit: "person" | "enrollment";
    SecondFactor: {
      /** Base 32; shown this once. */
      secret: string;
      otpauth_url: string;
    };
    /** The account has a second factor already. Remove it first. */
    SecondFactorExistsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Second factor exists";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "SECOND_FACTOR_EXISTS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The account has a second factor, and the request shows none. Send the same again with one of the `ways`: the code that the authenticator shows as `totp`, the answer to `passkey` as `passkey`, or a code of the account as `recovery_code`. */
    SecondFactorRequiredProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Second factor needed";
      status: 401;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "SECOND_FACTOR_REQUIRED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      /** In which ways it can be shown. */
      ways?: ("totp" | "passkey" | "recovery_code")[];
      /** What to ask the browser's authenticators; null: no passkey can be shown. */
      passkey?: components["schemas"]["PasskeyRequest"] | null;
    };
    SendGateDecisionsRequest: {
      decisions: {
        /** Made by the phone: what is sent again counts once. */
        id: string;
        user_id: string;
        course_code: string | null;
        allowed: boolean;
        by_badge: boolean;
        /** The name was compared with a document, as the badge had been let in before. */
        compared: boolean;
        /** A timestamp from 1900 on, RFC 3339. */
        decided_at: string;
      }[];
    };
    ServiceStatus: {
      database: "ok" | "failed";
      clock: "ok" | "skewed" | "unknown";
      /** Deliveries that wait for an attempt. */
      webhooks: {
        /** 10,000 at most. */
        count: number;
        /** Seconds for which the oldest has been due; null: none is. */
        oldest_s: number | null;
      };
      /** Mails that wait to be sent. */
      mails: {
        /** 10,000 at most. */
        count: number;
        /** Seconds for which the oldest has been due; null: none is. */
        oldest_s: number | null;
      };
      /** Mails given up within the last 7 days. */
      mails_failed: number;
      /** Files that wait or are being read. */
      imports: {
        /** 10,000 at most. */
        count: number;
        /** Seconds for which the oldest has been due; null: none is. */
        oldest_s: number | null;
      };
      days: {
        /** The last day whose midnight has been worked off. */
        done_through: string | null;
        /** A midnight has passed that has not been worked off. */
        behind: boolean;
      };
      /** What the contract allows each client, and how much there is. */
      limits: {
        per_minute: number;
        burst: number;
        per_day: number;
        webhook_subscriptions: number;
        webhook_subscriptions_used: number;
        /** In use at present. */
        clients: number;
      };
    };
    Session: {
      account: {
        id: string;
        kind: "administrator" | "person";
        name: string;
        email: string | null;
        /** What the account signs in with. */
        login: string;
        role: "it_admin" | "training_admin" | "compliance_officer" | "guard" | "learner";
        /** Language that the account has chosen, or that is known of the person. */
        locale: string | null;
        /** A one-time code is asked for at sign-in. */
        second_factor: boolean;
        /** Departments that an administrator looks after, with all below them: nobody else's people are seen. null: the whole organisation. */
        departments: {
          id: string;
          name: string;
        }[] | null;
      };
      organisation: {
        code: string;
        name: string;
        time_zone: string;
        kind: "live" | "sandbox";
        /** On the organisation's clock. */
        now: string;
        /** Of the organisation's colour, as pages use it so that it can be read; null: the panel's own. */
        shades: {
          light: {
            filled: string;
            hover: string;
            text: string;
          };
          dark: {
            filled: string;
            hover: string;
            text: string;
          };
        } | null;
        /** SHA-256 of its logo; null: it has none. */
        logo: string | null;
      };
      /** Until when operations that ask for the password again need not ask; null: they do. */
      stepped_up_until: string | null;
      /** The session began with a one-time link, and no password was set since. */
      must_set_password: boolean;
      /** null: the browser is not marked as one that several people share. */
      shared_browser: {
        /** After so many seconds without use the session ends. */
        idle_s: number;
      } | null;
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
    SetCourseItemsRequest: {
      items: {
        /** Of an item that the course has; left out: it is new. */
        id?: string;
        kind: "text" | "link" | "video" | "quiz" | "package";
        title: string;
        /** Whether the course is completed without it. */
        required: boolean;
        opens: "at_once" | "after_previous" | "after_item";
        /** The place of the item that it waits for, from 0. */
        after?: number | null;
        text?: string;
        /** An https:// address without blanks, user or password. */
        url?: string;
        /** A content package of the organisation. */
        package_id?: string;
        draws?: {
          category_id: string;
          count: number;
        }[];
        /** null: as the course, or 80. */
        pass_percent?: number | null;
      }[];
    };
    SetCourseRemindersRequest: {
      /** Whether learners are told of what has been assigned to them. */
      assigned: boolean;
      /** Days before the due date; null: not reminded of. */
      due_soon_days: number | null;
      /** Told again so many days before the due date, each fewer than the first; 0: on the day itself. */
      due_soon_also: number[];
      /** Days after the due date, and between repetitions; null: not reminded of. */
      overdue_every_days: number | null;
      /** How many times at most an overdue enrollment is reminded of. */
      overdue_times: number;
      /** Days before a certificate's last day; null: not reminded of. */
      expiring_days: number | null;
      /** Told again so many days before the last day, each fewer than the first; 0: on the day itself. */
      expiring_also: number[];
    };
    SetIdentityPeopleRequest: {
      /** Whether somebody whom nobody here knows is created as a person at the first sign-in. It takes a provider that was tested and a verified domain. */
      on: boolean;
      /** Which claim holds the first name; with SAML, which attribute. */
      first_name_claim: string;
      /** Which claim holds the last name. */
      last_name_claim: string;
      /** null: the person gets a number that nobody has. */
      employee_no_claim: string | null;
      /** Case, diacritics and extra spaces do not count. null: the department is department_id. */
      department_claim: string | null;
      /** The department of whom no claim names one; null: none. */
      department_id: string | null;
      worker_type: components["schemas"]["WorkerType"];
      /** The company, where the worker type is b2b_contractor. */
      contractor_id: string | null;
    };
    SetIdentityRolesRequest: {
      /** Which claim of the ID token, by name or path, or which attribute with SAML, holds the values. */
      claim: string;
      /** The first one whose value the provider says counts; with none, there is no role. */
      lines: {
        /** Exactly as the provider writes it. */
        value: string;
        role: "it_admin" | "training_admin" | "compliance_officer" | "guard";
        /** Of training administrators and compliance officers: whose people they see, with all below. null: the whole organisation. */
        department_ids: string[] | null;
      }[];
    };
    SetPasswordRequest: {
      /** What follows # in the link. */
      token?: string;
      current_password?: string;
      /** 12 to 128 characters, and none of the usual ones. */
      password: string;
    };
    SetReminderTextRequest: {
      /** Of the mail whose most urgent reason it is. */
      subject: string;
      /** Above the lines of the reason: plain text, paragraphs between empty lines. */
      text: string;
      /** Of each course; it says `{course_title}`. */
      line: string;
    };
    SetReportScheduleRequest: {
      format: "csv" | "xlsx" | "pdf";
      every: "day" | "week" | "month";
      /** Of the week, from 1, Monday, to 7, Sunday, or of the month; 1 where it is mailed every day. */
      day: number;
      /** Of the day in `time_zone`; outside the hours of reminders the next of these is waited for. */
      hour: number;
      /** IANA name: of the hour, and of instants in the file. */
      time_zone: string;
      /** Administrators of the whole organisation. */
      receiver_ids: string[];
    };
    SetSignInRuleRequest: {
      /** Who must sign in with the company's identity. offered: nobody, passwords work as well. Where it is required, passwords and links that set one are refused. */
      rule: "offered" | "required_for_administrators" | "required_for_all";
      /** The IT administrator who may sign in without it in an emergency, by password and second factor. Needed where it is required. */
      break_glass_id: string | null;
    };
    SignInByCompanyRequest: {
      tenant_code?: string;
      /** Where there is no tenant code: an address of a domain that the organisation has proved to be its own. */
      email?: string;
      /** Where in the panel to go on afterwards. */
      next?: string;
    };
    SignInByLinkRequest: {
      /** What follows # in the link. */
      token: string;
      /** The six digits that the authenticator shows. */
      totp?: string;
      passkey?: components["schemas"]["PasskeyAnswer"];
      /** 24 digits, in groups or not. */
      recovery_code?: string;
    };
    SignInByPasskeyRequest: {
      passkey: components["schemas"]["PasskeyAnswer"];
    };
    /** Tenant code, login, password and one-time code do not belong together. The answer is the same for every cause: an unknown organisation or account, a wrong password, an account that is disabled or has left, a one-time code that is wrong or was used. Check what was typed, or ask for a link to set a new password. */
    SignInFailedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Sign-in failed";
      status: 401;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "SIGN_IN_FAILED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
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
      passkey?: components["schemas"]["PasskeyAnswer"];
      /** 24 digits, in groups or not. */
      recovery_code?: string;
    };
    /** These answers have been handed in, or the course has ended meanwhile; they count as they were. Open the course again to see how it went. */
    SittingHandedInProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Quiz handed in already";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "SITTING_HANDED_IN";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    StandingBy: "department" | "course" | "company" | "manager";
    /** The password, with the second factor of an account that has one; or a passkey alone. */
    StepUpRequest: {
      password?: string;
      /** The six digits that the authenticator shows. */
      totp?: string;
      passkey?: components["schemas"]["PasskeyAnswer"];
      /** 24 digits, in groups or not. */
      recovery_code?: string;
    };
    /** The operation shows a secret or widens access, and the password was last given over ten minutes ago. Give the password again (`POST /panel/api/step-up`), then repeat the request. */
    StepUpRequiredProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Password needed again";
      status: 403;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "STEP_UP_REQUIRED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    StepUpWays: {
      /** The account has a password here. */
      password: boolean;
      /** The account belongs to a subject of the company's identity provider. */
      identity_provider: boolean;
    };
    /** The evidence was accepted or refused before. Read it again. */
    SubmissionDecidedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Evidence was decided already";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "SUBMISSION_DECIDED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    SubmissionList: {
      pagination: {
        total: number;
        limit: number;
        offset: number;
      };
      /** What came first stands first. */
      submissions: {
        id: string;
        state: "waiting" | "accepted" | "refused";
        full_name: string;
        course_title: string;
        /** A date from 1900 on, YYYY-MM-DD. */
        completed_on: string;
        file_name: string;
        submitted_at: string;
        /** Why it was refused. */
        reason: string | null;
        user_id: string;
        enrollment_id: string;
        contractor_id: string;
        contractor_name: string;
        employee_no: string | null;
        course_code: string;
        /** A date from 1900 on, YYYY-MM-DD. */
        due_date: string | null;
        decided_at: string | null;
        decided_by_name: string | null;
      }[];
    };
    Submitted: {
      id: string;
    };
    /** The subscription is disabled, so that no attempt would be made. Enable the subscription, whose pending deliveries are then sent, and retry after that. */
    SubscriptionDisabledProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Subscription disabled";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "SUBSCRIPTION_DISABLED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    SubscriptionState: "active" | "degraded" | "disabled";
    SubscriptionStateReason: "consecutive_failures" | "failing_for_3_days";
    Suggestion: {
      /** Of the department or company. */
      id?: string;
      name?: string;
      /** Tells companies of one name apart. */
      tax_id?: string | null;
      event_type?: string;
    };
    SwitchIdentityProviderRequest: {
      /** Whether the sign-in page offers it. */
      on: boolean;
    };
    SwitchIdentityRolesRequest: {
      /** Whether roles are given and taken at sign-ins. */
      on: boolean;
    };
    TakeGateListRequest: {
      /** The work of this gate; null: only whatever is required of people. */
      course_code: string | null;
      /** Only people of this department and of all below it; null: everybody. */
      department_id: string | null;
    };
    Teaching: {
      /** Those that one holds: to come, and of the last days; the first one first. */
      course_sessions: components["schemas"]["CourseSession"][];
    };
    TeamReminder: {
      /** done: a mail leaves in the hours of mails. Else: why none does. */
      outcome: "done" | "nothing_open" | "reminded_today" | "person_inactive" | "no_address" | "bouncing" | "no_mails" | "refused_by_receiver";
    };
    TestDigestRequest: {
      /** To whom it goes. */
      kind: "manager" | "administrator";
    };
    TestReminderTextRequest: {
      /** Of which reason. */
      kind: "assigned" | "renewed" | "due_soon" | "overdue" | "expiring" | "session";
      /** In which language. */
      language: "en" | "pl" | "de" | "fr" | "es" | "uk";
      /** Of the mail whose most urgent reason it is. */
      subject: string;
      /** Above the lines of the reason: plain text, paragraphs between empty lines. */
      text: string;
      /** Of each course; it says `{course_title}`. */
      line: string;
    };
    /** As many attempts at the delivery as there may be have been made, those that were asked for by hand included. Replay the subscription's events of that time, once its receiver works: each gets a delivery of its own. */
    TooManyAttemptsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Too many attempts at a delivery";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "TOO_MANY_ATTEMPTS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      limit?: number;
    };
    /** The organisation has as many domains as it can have. Remove one that is not needed. */
    TooManyDomainsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Too many domains";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "TOO_MANY_DOMAINS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The organisation has several evidence packs that are not made yet. Wait until one of them is ready, or cancel one, and order again. */
    TooManyEvidencePacksProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Too many evidence packs";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "TOO_MANY_EVIDENCE_PACKS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The organisation has several imports that have not ended yet. Wait until one of them is finished or failed, and send the file again. */
    TooManyImportsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Too many imports";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "TOO_MANY_IMPORTS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The organisation is sending several packages already. Wait until one of them has arrived, and send the package again. */
    TooManyPackageUploadsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Too many package uploads";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "TOO_MANY_PACKAGE_UPLOADS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The account has as many passkeys as an account may have. Remove one that is not used any more. */
    TooManyPasskeysProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Too many passkeys";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "TOO_MANY_PASSKEYS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** As many pings of the organisation as may be under way together are waiting for the answers of their receivers. Wait the seconds of Retry-After, then repeat the request: no ping takes longer. */
    TooManyPingsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Too many pings under way";
      status: 429;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "TOO_MANY_PINGS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      retry_after_seconds?: number;
    };
    /** The question bank has as many categories, or the category as many questions, as it may have. Remove what is no longer asked, or begin another category. */
    TooManyQuestionsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Too many questions";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "TOO_MANY_QUESTIONS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** Ten attempts for this login failed within 15 minutes, five within a minute, or this address made 60 attempts within a minute. Browsers in which the account has signed in before are counted apart. Wait the seconds of Retry-After, or ask for a link to set a new password. */
    TooManySignInsProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Too many attempts to sign in";
      status: 429;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "TOO_MANY_SIGN_INS";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      retry_after_seconds?: number;
    };
    /** 30 files came by this link within ten minutes, or 500 in all, or four are on their way. Wait the seconds of Retry-After; after 500 files ask the organisation for a new link. */
    TooMuchEvidenceProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Too much evidence";
      status: 429;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "TOO_MUCH_EVIDENCE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      retry_after_seconds?: number;
    };
    /** A trainer cannot attend the course session that they hold, nor record a result of their own. Choose a session that somebody else holds, or let a training administrator record the result. */
    TrainerIsNoAttendeeProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Trainer is no attendee";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "TRAINER_IS_NO_ATTENDEE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    UnassignableCode: "COURSE_INACTIVE" | "LICENSE_EXPIRED" | "PATH_ONLY";
    UnassignableReason: "inactive" | "path_only" | "license_expired";
    /** The request carries no session of the panel, or the session has ended: by signing out, by 30 minutes without use (a learner's: 8 hours), by its age, or because the account or its role was changed. Sign in. */
    UnauthenticatedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Not signed in";
      status: 401;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "UNAUTHENTICATED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The database did not answer in time, or the service is starting, stopping or overloaded. Repeat the request after Retry-After. A create whose outcome is unknown is safe to repeat: 409 means that it succeeded. */
    UnavailableProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Service unavailable";
      status: 503;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "UNAVAILABLE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    UniquePersonField: "employee_no" | "login" | "email";
    UnmatchedValueList: {
      values: {
        field: "department" | "contractor";
        value: string;
        people_count: number;
        since: string;
      }[];
    };
    UnmetReason: "NOT_HELD" | "NOT_COMPLETED" | "OVERDUE" | "EXPIRED" | "REVOKED";
    /** The body's media type, charset or content encoding is not one that this operation reads. Send Content-Type: application/json, in UTF-8 and without content encoding. */
    UnsupportedMediaTypeProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Unsupported media type";
      status: 415;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "UNSUPPORTED_MEDIA_TYPE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The URL is longer than 8 KiB. Send fewer or shorter query parameters. */
    UriTooLongProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "URI too long";
      status: 414;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "URI_TOO_LONG";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    /** The request was read, but some of its fields cannot be accepted. Mend each entry of `errors` (it names the place and a code) and send the request again. */
    ValidationFailedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Validation failed";
      status: 422;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "VALIDATION_FAILED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      errors?: components["schemas"]["FieldFault"][];
    };
    ValidityUnit: "day" | "week" | "month" | "year";
    /** People are created by an address of a domain that the organisation has proved to be its own, and there is no such domain. Add the e-mail domain in the settings of sign-in, and prove it by its TXT record. */
    VerifiedDomainNeededProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Verified domain needed";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "VERIFIED_DOMAIN_NEEDED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
    WaitingMemberList: {
      groups: {
        group: {
          id: string;
          name: string;
        };
        members_count: number;
        /** The first ten, as they were sent. */
        members: string[];
        since: string;
      }[];
    };
    WaitingReason: "no_seat" | "inactive" | "license_expired" | "path_only";
    WebhookChoices: {
      clients: {
        id: string;
        name: string;
        webhook_hosts: string[];
        can_manage: boolean;
      }[];
      event_types: {
        type: "course.completed" | "course.failed" | "compliance.certified" | "compliance.expired" | "compliance.status_changed" | "enrollment.assigned" | "enrollment.updated" | "enrollment.cancelled" | "group.member_joined" | "group.member_left" | "user.created" | "user.updated" | "user.deactivated" | "user.reactivated" | "user.anonymized" | "ping";
        summary: string;
        description: string;
        /** A whole body, as it is delivered. */
        example: unknown;
      }[];
      quota: {
        used: number;
        limit: number;
      };
    };
    WebhookDelivery: {
      id: string;
      subscription_id: string;
      event_id: string;
      event_type: components["schemas"]["EventType"];
      /** pending: waiting for its next attempt, also while the subscription is disabled; succeeded: acknowledged by a 2xx; failed: no attempt is left; expired: it waited for 30 days. */
      status: components["schemas"]["DeliveryStatus"];
      attempt_count: number;
      /** 5, and one more for each attempt that was interrupted or asked for by hand. */
      max_attempts: number;
      /** The next attempt begins then or, behind others, later. null: none is due, because the delivery has ended, an attempt is under way, or the subscription is disabled. */
      next_attempt_at: string | null;
      created_at: string;
      /** When it was acknowledged. */
      delivered_at: string | null;
      payload_bytes: number;
      /** Of the body in the format platform.v1, in hex, whatever the format of the delivery. */
      payload_sha256: string;
      /** The first one first; those of the last 30 days. Neither bodies nor answers are kept. */
      attempts: {
        number: number;
        /** scheduled: the first one or a retry by schedule; manual: asked for by `retry`; replay: the first one of a replayed event; ping: of `ping`. */
        trigger: components["schemas"]["AttemptTrigger"];
        attempted_at: string;
        duration_ms: number;
        /** null: no status line came in time. */
        response_status: number | null;
        /** null: a 2xx came in time. INTERRUPTED: the service was stopped during the attempt, so that it does not know whether the receiver got it; it is made again after 30 s, and neither uses up an attempt nor counts as a failure of the receiver. */
        error: components["schemas"]["AttemptError"] | null;
        /** Where it went: the subscription's URL may have changed since. */
        host: string;
      }[];
    };
    WebhookDeliveryList: {
      pagination: components["schemas"]["CursorPagination"];
      deliveries: components["schemas"]["WebhookDelivery"][];
    };
    WebhookDeliveryRequest: {
      method: "POST";
      /** Where the next attempt goes. */
      url: string;
      /** Signatures are made anew for each attempt and kept nowhere: their places are named. */
      headers: {
        name: string;
        value: string;
      }[];
      /** The bytes that are signed; null: older than 30 days. */
      body: string | null;
    };
    /** The target URL's host is not on the list of webhook hosts that the IT administrator has allowed for this client. Ask the IT administrator to allow `host` for the client, or use a host that is allowed. */
    WebhookHostNotAllowedProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Webhook host not allowed";
      status: 403;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "WEBHOOK_HOST_NOT_ALLOWED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      host?: string;
    };
    WebhookPing: {
      event_id: string;
      delivery: components["schemas"]["WebhookDelivery"];
    };
    WebhookReplay: {
      /** Events that will be delivered anew. */
      queued: number;
      /** There may be more: send the request again with this `since`. null: these were all. */
      next_since: string | null;
    };
    WebhookRetriedFailed: {
      retried: number;
      /** There are others: ask again. */
      more: boolean;
    };
    WebhookSignatureVerdict: {
      verdict: "valid" | "too_old" | "ahead" | "header_malformed" | "secret_malformed" | "body_ends_differently" | "body_reformatted" | "secret_decoded" | "no_match";
      /** `t` of the header. */
      signed_at: string | null;
      /** From `t` until now; negative: it lies ahead. */
      age_seconds: number | null;
      /** The signature of this body with this secret at `t`. */
      expected: string | null;
    };
    WebhookSubscription: {
      id: string;
      client_id: string;
      name: string;
      /** Where deliveries are sent: `https://`, a public host name on port 443, without user, password and fragment. The host must be on the client's list of allowed webhook hosts. */
      target_url: string;
      /** Event types that are delivered. A ping is sent whether it is listed or not. */
      subscribed_events: components["schemas"]["EventType"][];
      /** platform.v1: the event as the feed shows it. cloudevents.v1: CloudEvents 1.0 in the structured mode of its HTTP binding, with the same id, type and data. */
      delivery_format: components["schemas"]["DeliveryFormat"];
      /** Only events whose person is in one of these departments or below, or has left it by the change; null: of everybody. */
      department_ids: string[] | null;
      /** Only events of these courses and learning paths; null: of all. */
      course_ids: string[] | null;
      /** active: deliveries are sent. degraded: they are sent one at a time, after failures. disabled: they wait until the subscription is enabled again, after 20 failures in a row or three days of failures. */
      state: components["schemas"]["SubscriptionState"];
      /** Why it is degraded or disabled; null while active. */
      state_reason: components["schemas"]["SubscriptionStateReason"] | null;
      state_changed_at: string;
      /** Failed attempts since the last acknowledged one, over all deliveries. Pings do not count. */
      consecutive_failures: number;
      failing_since: string | null;
      last_success_at: string | null;
      last_failure_at: string | null;
      /** Deliveries that wait for their first or next attempt. */
      pending_deliveries: number;
      /** Until then deliveries carry a signature of the previous secret, too; null: they do not. */
      previous_secret_expires_at: string | null;
      created_at: string;
      updated_at: string;
    };
    WebhookSubscriptionHistory: {
      entries: {
        id: string;
        at: string;
        operation: string;
        actor: {
          type: string;
          name: string | null;
        };
        /** By member: what it was before, and since. */
        changes: unknown;
      }[];
    };
    /** The organisation has as many subscriptions as its contract allows. Disabled ones count, and those of its other clients, unless these have been revoked. Delete a subscription that is no longer needed, or subscribe one of them to more event types. */
    WebhookSubscriptionsQuotaExceededProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Webhook subscription quota exceeded";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "WEBHOOK_SUBSCRIPTIONS_QUOTA_EXCEEDED";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
      limit?: number;
    };
    WebhookTargetCheck: {
      ok: boolean;
      fault: "invalid" | "host_not_allowed" | "private_address" | null;
      detail: string | null;
      host: string | null;
    };
    WithdrawEnrollmentRequest: {
      reason: string;
    };
    WorkerType: "internal_payroll" | "b2b_contractor";
    /** The one-time code is not the one that the secret shows at present, or was used before. Enter the code that the authenticator shows now; check that its clock is right. */
    WrongCodeProblem: {
      /** Page that explains the problem. */
      type: string;
      title: "Wrong code";
      status: 409;
      /** What happened. */
      detail: string;
      /** Path of the request. */
      instance: string;
      /** Machine-readable, stable. */
      code: "WRONG_CODE";
      /** As in X-Request-Id. */
      request_id: string;
      /** Of the operator's trace of this request, where one is kept. */
      trace_id?: string;
    };
  };
}
