import { useQuery } from "@tanstack/react-query";
import { panelFetch } from "../../api/fetch.ts";
import type { Session } from "../../api/session.ts";

/** The organisation's logo in place of our mark. It stands on white, the background that logos are designed for. */
export function OrganisationLogo({ organisation: { code, name, logo } }: Pick<Session, "organisation">) {
  // A new logo has a new address, so that a browser that has cached the previous one shows it.
  const address = `/panel/api/logo?tenant_code=${encodeURIComponent(code)}&v=${logo!}`;
  return <img src={address} alt={name} className="panel-logo" />;
}

/** On the sign-in page, where only the organisation's code is known: shown beside our mark, once it is loaded. */
export function DoorLogo({ tenant_code, headers }: { tenant_code: string; headers: Record<string, string> }) {
  const logo = useQuery({
    queryKey: ["door-logo", tenant_code],
    enabled: Object.keys(headers).length > 0,
    // The page works without the logo.
    retry: false,
    queryFn: async ({ signal }): Promise<string | null> => {
      const url = new URL("/panel/api/logo", location.origin);
      url.searchParams.set("tenant_code", tenant_code);
      const answer = await panelFetch(new Request(url, { headers, signal }));
      return answer.status === 204 ? null : dataUrlOf(await answer.blob());
    },
  });
  return logo.data ? <img src={logo.data} alt={tenant_code} className="panel-logo" /> : null;
}

function dataUrlOf(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error!));
    reader.readAsDataURL(picture);
  });
}
