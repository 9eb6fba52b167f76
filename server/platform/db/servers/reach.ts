/** A URL of PostgreSQL itself, past any pooler: for what needs a session (LISTEN, migrations, settings of a session). */
export function directUrl({ url, direct_url }: { url: string; direct_url?: string }): string {
  return direct_url ?? url;
}
