import type { components } from "../../api/schema.d.ts";

/** The figures of all integrations for the last day. */
export type Figures = components["schemas"]["IntegrationFigures"];
