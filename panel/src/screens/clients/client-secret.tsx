import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { SecretDialog } from "../../components/forms/secret-dialog.tsx";
import { firstCall, type Client } from "./client-data.ts";

type Props = { client: Pick<Client, "id" | "name" | "scopes" | "methods"> | null; secret: string | null; forget: () => void };

/** Shows a client's new secret, once. */
export function ClientSecret({ client, secret, forget }: Props) {
  const { t } = useTranslation("clients");
  const { organisation, base_url } = useSession();
  if (client === null || secret === null) return null;
  return (
    <SecretDialog
      secret={secret}
      forget={forget}
      kept="hashed"
      title={t("secret.title", { name: client.name })}
      env={{
        MUSTER_BASE_URL: base_url,
        MUSTER_TENANT_CODE: organisation.code,
        MUSTER_CLIENT_ID: client.id,
        MUSTER_API_KEY: secret,
      }}
      file_name={`muster-${organisation.code.toLowerCase()}.env`}
      curl={firstCall(client, secret, base_url, organisation.code)}
    />
  );
}
