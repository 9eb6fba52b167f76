import { Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { SecretDialog } from "../../components/forms/secret-dialog.tsx";
import { Page } from "../../components/page.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { firstCall } from "../clients/client-data.ts";
import { Clock } from "./clock.tsx";
import { Ending } from "./ending.tsx";
import { Home } from "./home.tsx";
import { NoSandbox } from "./no-sandbox.tsx";
import { type CreatedSandbox, useSandbox } from "./sandbox-data.ts";
import { Standing } from "./standing.tsx";

/** The organisation's sandbox; within a sandbox, its clock and its owner. */
export function Sandbox() {
  const { t } = useTranslation("sandbox");
  const { organisation } = useSession();
  const query = useSandbox();
  const [made, setMade] = useState<CreatedSandbox | null>(null);
  return (
    <Page title={t("title")} description={t("description")} width="narrow">
      <Unanswered query={query} height={260} />
      {query.data ? (
        <Stack gap="md">
          {organisation.kind === "sandbox" ? (
            <>
              <Clock />
              <Home home={query.data.home} />
            </>
          ) : query.data.sandbox === null ? (
            <NoSandbox onMade={setMade} />
          ) : (
            <>
              <Standing sandbox={query.data.sandbox} />
              <Ending sandbox={query.data.sandbox} onMade={setMade} />
            </>
          )}
        </Stack>
      ) : null}
      <Secret made={made} forget={() => setMade(null)} />
    </Page>
  );
}

function Secret({ made, forget }: { made: CreatedSandbox | null; forget: () => void }) {
  const { t } = useTranslation("sandbox");
  const { base_url } = useSession();
  if (made === null) return null;
  const { code, client, secret } = made;
  return (
    <SecretDialog
      secret={secret}
      forget={forget}
      kept="hashed"
      title={t("secret", { name: client.name })}
      env={{ MUSTER_BASE_URL: base_url, MUSTER_TENANT_CODE: code, MUSTER_CLIENT_ID: client.id, MUSTER_API_KEY: secret }}
      file_name={`muster-${code.toLowerCase()}.env`}
      curl={firstCall({ id: client.id, scopes: ["users:read"], methods: ["api_key"] }, secret, base_url, code)}
    />
  );
}
