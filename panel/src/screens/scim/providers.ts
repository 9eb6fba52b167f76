/** One field of an identity provider's own form, by its name there. */
type Field = { name: string; value: "url" | "url_entra" | "secret" | { text: string } };

type Mapping = { theirs: string; scim: string; ours: string };

export type Provider = {
  id: ProviderId;
  name: string;
  profile: "entra" | "okta" | "generic";
  /** The place of the form, in the provider's own words. */
  place: string;
  fields: readonly Field[];
  /** The provider's button that sends the first request. */
  test: string;
  mappings: readonly Mapping[];
};

export const provider_ids = ["entra", "okta", "onelogin", "jumpcloud", "other"] as const;
export type ProviderId = (typeof provider_ids)[number];

const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:";
const training = "urn:ietf:params:scim:schemas:extension:training-platform:2.0:User:";

function mappingsOf(theirs: Readonly<Record<string, string>>): Mapping[] {
  const all: [key: string, scim: string, ours: string][] = [
    ["login", "userName", "login"],
    ["active", "active", "state"],
    ["external", "externalId", "external_id"],
    ["first", "name.givenName", "first_name"],
    ["last", "name.familyName", "last_name"],
    ["mail", 'emails[type eq "work"].value', "email"],
    ["title", "title", "job_title"],
    ["language", "preferredLanguage", "language"],
    ["number", `${enterprise}employeeNumber`, "employee_no"],
    ["department", `${enterprise}department`, "department"],
    ["worker", `${training}workerType`, "worker_type"],
    ["contractor", `${training}contractorName`, "contractor"],
  ];
  return all.flatMap(([key, scim, ours]) => (theirs[key] === undefined ? [] : [{ theirs: theirs[key], scim, ours }]));
}

export const providers: Readonly<Record<ProviderId, Provider>> = {
  entra: {
    id: "entra",
    name: "Microsoft Entra ID",
    profile: "entra",
    place: "Enterprise apps → New application → Create your own application → Non-gallery → Provisioning → New configuration",
    fields: [
      { name: "Provisioning Mode", value: { text: "Automatic" } },
      { name: "Tenant URL", value: "url_entra" },
      { name: "Secret Token", value: "secret" },
    ],
    test: "Test Connection",
    mappings: mappingsOf({
      login: "userPrincipalName",
      active: 'Switch([IsSoftDeleted], , "False", "True", "True", "False")',
      external: "objectId",
      first: "givenName",
      last: "surname",
      mail: "mail",
      title: "jobTitle",
      language: "preferredLanguage",
      number: "employeeId",
      department: "department",
      worker: "extensionAttribute1",
      contractor: "companyName",
    }),
  },
  okta: {
    id: "okta",
    name: "Okta",
    profile: "okta",
    place: "Applications → SCIM 2.0 Test App (OAuth Bearer Token) → Provisioning → Integration → Edit",
    fields: [
      { name: "SCIM connector base URL", value: "url" },
      { name: "Unique identifier field for users", value: { text: "userName" } },
      {
        name: "Supported provisioning actions",
        value: { text: "Import New Users and Profile Updates, Push New Users, Push Profile Updates, Push Groups" },
      },
      { name: "Authentication Mode", value: { text: "HTTP Header" } },
      { name: "Authorization: Bearer", value: "secret" },
      { name: "To App", value: { text: "Create Users, Update User Attributes, Deactivate Users" } },
    ],
    test: "Test Connector Configuration",
    mappings: mappingsOf({
      login: "userName",
      active: "status",
      external: "id",
      first: "firstName",
      last: "lastName",
      mail: "email",
      title: "title",
      language: "preferredLanguage",
      number: "employeeNumber",
      department: "department",
      worker: "workerType",
      contractor: "contractorName",
    }),
  },
  onelogin: {
    id: "onelogin",
    name: "OneLogin",
    profile: "generic",
    place: "Applications → Add App → SCIM Provisioner with SAML (SCIM v2 Enterprise) → Configuration",
    fields: [
      { name: "SCIM Base URL", value: "url" },
      { name: "SCIM Bearer Token", value: "secret" },
    ],
    test: "API Connection → Enable",
    mappings: mappingsOf({
      login: "Username",
      active: "Status",
      external: "OneLogin ID",
      first: "First Name",
      last: "Last Name",
      mail: "Email",
      title: "Title",
      department: "Department",
    }),
  },
  jumpcloud: {
    id: "jumpcloud",
    name: "JumpCloud",
    profile: "generic",
    place: "SSO Applications → Custom Application → Identity Management",
    fields: [
      { name: "API Type", value: { text: "SCIM API" } },
      { name: "SCIM Version", value: { text: "SCIM 2.0" } },
      { name: "Base URL", value: "url" },
      { name: "Token Key", value: "secret" },
    ],
    test: "Test Connection",
    mappings: mappingsOf({
      login: "username",
      active: "active",
      external: "id",
      first: "firstname",
      last: "lastname",
      mail: "email",
      title: "jobTitle",
      number: "employeeIdentifier",
      department: "department",
    }),
  },
  other: {
    id: "other",
    name: "Google Workspace / other",
    profile: "generic",
    place: "Apps → Web and mobile apps → Autoprovisioning",
    fields: [
      { name: "Endpoint URL", value: "url" },
      { name: "Access token", value: "secret" },
    ],
    test: "Autoprovisioning → Activate",
    mappings: mappingsOf({
      login: "Primary email",
      active: "Suspended",
      external: "Id",
      first: "First name",
      last: "Last name",
      mail: "Primary email",
      title: "Title",
      department: "Department",
    }),
  },
};
