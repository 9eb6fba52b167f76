import { readContract } from "../contract.ts";
import type { Config } from "../config.ts";

/** `muster openapi`: prints the OpenAPI document for BASE_URL; needs no database. */
export async function openapi(config: Readonly<Config>): Promise<void> {
  const { openapi } = await readContract(config.base_url);
  console.log(JSON.stringify(openapi, null, 2));
}
