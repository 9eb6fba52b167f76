// Names of operations in the SDKs, by `operationId`: the group and the verb. An operation that is not listed here has its
// operationId as verb, in the group of its tag.

export const names: Readonly<Record<string, readonly [group: string, verb: string]>> = {
  getOwnClient: ["client", "get"],
  listDepartments: ["departments", "list"],
  getDepartment: ["departments", "get"],
  createDepartment: ["departments", "create"],
  changeDepartment: ["departments", "change"],
  listContractors: ["contractors", "list"],
  getContractor: ["contractors", "get"],
  createContractor: ["contractors", "create"],
  changeContractor: ["contractors", "change"],
  listGroups: ["groups", "list"],
  getGroup: ["groups", "get"],
  createGroup: ["groups", "create"],
  changeGroup: ["groups", "change"],
  retireGroup: ["groups", "retire"],
  listGroupMembers: ["groups", "members"],
  moveGroupMembers: ["groups", "moveMembers"],
  listRules: ["rules", "list"],
  getRule: ["rules", "get"],
  createRule: ["rules", "create"],
  changeRule: ["rules", "change"],
  retireRule: ["rules", "retire"],
  previewRule: ["rules", "preview"],
  listCourses: ["courses", "list"],
  listUsers: ["users", "list"],
  createUser: ["users", "create"],
  getUser: ["users", "get"],
  changeUser: ["users", "change"],
  importUsers: ["imports", "create"],
  getImport: ["imports", "get"],
  getImportReport: ["imports", "report"],
  listEnrollments: ["enrollments", "list"],
  assignCourse: ["enrollments", "assign"],
  assignCourses: ["enrollments", "assignBatch"],
  reportAttempt: ["attempts", "report"],
  reportAttempts: ["attempts", "reportBatch"],
  getEnrollment: ["enrollments", "get"],
  changeEnrollment: ["enrollments", "change"],
  cancelEnrollment: ["enrollments", "cancel"],
  listCertificates: ["certificates", "list"],
  getCertificate: ["certificates", "get"],
  printCertificate: ["certificates", "pdf"],
  readComplianceMatrix: ["compliance", "matrix"],
  explainCompliance: ["compliance", "explain"],
  askGate: ["gate", "ask"],
  listComplianceChanges: ["compliance", "changes"],
  forecastCompliance: ["compliance", "forecast"],
  listSubscriptions: ["webhooks", "list"],
  createSubscription: ["webhooks", "create"],
  getSubscription: ["webhooks", "get"],
  changeSubscription: ["webhooks", "change"],
  deleteSubscription: ["webhooks", "delete"],
  enableSubscription: ["webhooks", "enable"],
  pingSubscription: ["webhooks", "ping"],
  rotateSubscriptionSecret: ["webhooks", "rotateSecret"],
  listDeliveries: ["webhooks", "deliveries"],
  retryDelivery: ["webhooks", "retry"],
  retryDeliveryById: ["webhooks", "retryById"],
  replayEvents: ["webhooks", "replay"],
  listEvents: ["events", "list"],
  getSandboxClock: ["sandbox", "clock"],
  advanceSandboxClock: ["sandbox", "advance"],
  reportLearnerProgress: ["sandbox", "progress"],
  getOpenApiDocument: ["service", "contract"],
  getAuthorizationServerMetadata: ["service", "authorizationServer"],
  listProblems: ["service", "problems"],
  getProblem: ["service", "problem"],
  getEventSchema: ["service", "eventSchema"],
  getLiveness: ["service", "liveness"],
  getReadiness: ["service", "readiness"],
};

/** Operations that the clients call by themselves. */
export const left_out: ReadonlySet<string> = new Set(["issueToken"]);

/** The verb that iterates over all pages of a list. */
export function walkOf(verb: string): string {
  return verb === "list" ? "each" : `each${capitalised(verb)}`;
}

export function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** `rotateSecret` in Python's style: `rotate_secret`. */
export function snake(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
