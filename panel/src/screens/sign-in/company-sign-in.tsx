import { Alert, Divider } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { namingOrganisation, rememberTenantCode } from "./tenant-code.ts";

/** A longer return address is left out, so that it does not prevent the sign-in. */
const next_max = 1_000;

/** Signs in at the organisation's identity provider, which then sends the browser to `next`. */
export function CompanySignIn({ tenant_code, login, next }: { tenant_code: string; login: string; next: string }) {
  const { t } = useTranslation("sign-in");
  const code = tenant_code.trim();
  const address = login.trim();
  // Without a code, the domain of the e-mail address identifies the organisation.
  const wanted = code !== "" ? { tenant_code: code } : address.includes("@") ? { email: address } : null;
  const depart = useMutation({
    mutationFn: async () => {
      const body = { ...wanted, next: next.length > next_max ? "/" : next };
      return dataOf(await api.POST("/panel/api/sign-in/company", { body, headers: namingOrganisation(code) }));
    },
    onSuccess: (departure) => {
      rememberTenantCode(departure.tenant_code);
      location.assign(departure.location);
    },
  });
  return (
    <>
      <Divider label={t("company.or")} />
      <ProblemAlert error={depart.error} />
      <ReasonedButton
        reason={wanted === null ? t("company.needs_code") : null}
        variant="default"
        fullWidth
        loading={depart.isPending || depart.isSuccess}
        onClick={() => depart.mutate()}
      >
        {t("company.submit")}
      </ReasonedButton>
    </>
  );
}

/** Why the sign-in at the provider failed; the administrator sees more details. */
export function CompanyRefusal({ came }: { came: unknown }) {
  const { t } = useTranslation("sign-in");
  if (came !== "unavailable" && came !== "unknown" && came !== "refused" && came !== "interrupted") return null;
  return (
    <Alert color="red" role="alert" title={t(`company.${came}_title`)}>
      {t(`company.${came}_text`)}
    </Alert>
  );
}
