/**
 * A URL that leads to PostgreSQL itself and bypasses a pooler: for what needs a session (LISTEN, migrations, session settings).
 */
export function directUrl({ url, direct_url }: { url: string; direct_url?: string }): string {
  return direct_url ?? url;
}
