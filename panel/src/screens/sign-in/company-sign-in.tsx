import { Alert, Divider } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { namingOrganisation, rememberTenantCode } from "./tenant-code.ts";

/** The other way in: at the organisation's identity provider, which sends the browser back to where it was going. */
export function CompanySignIn({ tenant_code, next }: { tenant_code: string; next: string }) {
  const { t } = useTranslation("sign-in");
  const code = tenant_code.trim();
  const depart = useMutation({
    mutationFn: async () => {
      const body = { tenant_code: code, next };
      return dataOf(await api.POST("/panel/api/sign-in/company", { body, headers: namingOrganisation(code) }));
    },
    onSuccess: ({ location: address }) => {
      rememberTenantCode(code);
      location.assign(address);
    },
  });
  return (
    <>
      <Divider label={t("company.or")} />
      <ProblemAlert error={depart.error} />
      <ReasonedButton
        reason={code === "" ? t("company.needs_code") : null}
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

/** Why one came back without being signed in; the administrator sees more. */
export function CompanyRefusal({ came }: { came: unknown }) {
  const { t } = useTranslation("sign-in");
  if (came !== "unavailable" && came !== "unknown" && came !== "refused" && came !== "interrupted") return null;
  return (
    <Alert color="red" role="alert" title={t(`company.${came}_title`)}>
      {t(`company.${came}_text`)}
    </Alert>
  );
}
