import type { components } from "../../api/schema.d.ts";

/** What integrations did in the last day. */
export type Figures = components["schemas"]["IntegrationFigures"];
