import { Alert, Button, Group, Radio, SegmentedControl, SimpleGrid, Stack, Stepper, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useListState } from "../../../components/lists/use-list-state.ts";
import { Page } from "../../../components/page.tsx";
import { Unanswered } from "../../../components/unanswered.tsx";
import { LinkButton } from "../../../components/values/link.tsx";
import { type SetUp, useSetUp } from "../identity-data.ts";
import { ProviderState } from "../provider-state.tsx";
import { SignIns } from "../sign-ins.tsx";
import { Tested } from "../tested.tsx";
import { ConnectStep } from "./connect-step.tsx";
import { product_ids, products, type ProductId, type Protocol } from "./products.ts";
import { RegisterStep } from "./register-step.tsx";

const steps = ["provider", "register", "connect", "test"] as const;

/** Guides from the choice of an identity provider to a sign-in that is switched on, in the provider's own words. */
export function IdentityWizard() {
  const { t } = useTranslation("identity-wizard");
  const state = useListState({ product: "entra", protocol: "oidc", step: "provider", test: "" });
  const set_up = useSetUp();
  const product = products[state.values.product as ProductId] ?? products.entra;
  const protocol: Protocol = state.values.protocol === "saml" ? "saml" : "oidc";
  const guide = product[protocol];
  // A user who returns from a test continues at the test.
  const wanted = state.values.test === "" ? state.values.step : "test";
  const at = Math.max(0, steps.indexOf(wanted as (typeof steps)[number]));
  const step = set_up.data?.provider ? at : Math.min(at, 2);
  const go = (to: number) => state.set({ step: steps[to]!, test: "" });
  return (
    <Page
      title={t("title")}
      description={t("description")}
      parents={[
        { title: t("shell:nav.settings"), to: "/settings" },
        { title: t("identity:title"), to: "/settings/sign-in" },
      ]}
      width="narrow"
    >
      <Stepper active={step} size="xs" mb="lg" onStepClick={go} allowNextStepsSelect={false}>
        {steps.map((name) => (
          <Stepper.Step key={name} label={t(`step.${name}`)} />
        ))}
      </Stepper>
      <Unanswered query={set_up} height={320} />
      {set_up.data && step === 0 ? (
        <ProductStep
          set_up={set_up.data}
          product={product.id}
          protocol={protocol}
          choose={(chosen) => state.set(chosen)}
          next={() => go(1)}
        />
      ) : null}
      {set_up.data && step === 1 ? <RegisterStep set_up={set_up.data} guide={guide} next={() => go(2)} /> : null}
      {set_up.data && step === 2 ? <ConnectStep guide={guide} next={() => go(3)} key={`${product.id} ${protocol}`} /> : null}
      {set_up.data?.provider && step === 3 ? <TestStep set_up={set_up.data} provider={set_up.data.provider} /> : null}
    </Page>
  );
}

type ProductProps = {
  set_up: SetUp;
  product: ProductId;
  protocol: Protocol;
  choose: (chosen: { product?: ProductId; protocol?: Protocol }) => void;
  next: () => void;
};

function ProductStep({ set_up: { provider }, product, protocol, choose, next }: ProductProps) {
  const { t } = useTranslation("identity-wizard");
  return (
    <Stack gap="md">
      {provider === null ? null : (
        <Alert color="yellow" title={t("replaces")}>
          {t("replaces_text", { issuer: provider.issuer })}
        </Alert>
      )}
      <Radio.Group label={t("product")} value={product} onChange={(id) => choose({ product: id })}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt="xs">
          {product_ids.map((id) => {
            const name = id === "other" ? t("other") : products[id].name;
            return (
              <Radio.Card key={id} value={id} p="md" radius="lg" aria-label={name}>
                <Group wrap="nowrap">
                  <Radio.Indicator />
                  <Text fw={600}>{name}</Text>
                </Group>
              </Radio.Card>
            );
          })}
        </SimpleGrid>
      </Radio.Group>
      <div>
        <Text size="sm" fw={550} mb={4}>
          {t("identity:protocol.label")}
        </Text>
        <SegmentedControl
          orientation="vertical"
          aria-label={t("identity:protocol.label")}
          value={protocol}
          onChange={(value) => choose({ protocol: value })}
          data={(["oidc", "saml"] as const).map((value) => ({ value, label: t(`identity:protocol.${value}`) }))}
        />
        <Text size="xs" c="dimmed" mt={4}>
          {t("protocol_text")}
        </Text>
      </div>
      <Group justify="flex-end">
        <Button onClick={next}>{t("next")}</Button>
      </Group>
    </Stack>
  );
}

/** Tests the provider and switches it on, as on the page of the set-up, with the result of the test. */
function TestStep({ set_up, provider }: { set_up: SetUp; provider: NonNullable<SetUp["provider"]> }) {
  const { t } = useTranslation("identity-wizard");
  const is_on = set_up.provider?.state === "on";
  return (
    <Stack gap="md">
      <Tested />
      <Text size="sm">{t("test.text")}</Text>
      <ProviderState provider={provider} from="wizard" />
      {is_on ? (
        <Alert color="green" role="status" title={t("test.on")}>
          <Stack gap="sm" align="flex-start">
            {t("test.on_text")}
            <LinkButton to="/settings/sign-in" variant="default">
              {t("test.rule")}
            </LinkButton>
          </Stack>
        </Alert>
      ) : null}
      <SignIns />
    </Stack>
  );
}
