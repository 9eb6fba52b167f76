import { NativeSelect, Paper, PasswordInput, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { panelFetch } from "../../api/fetch.ts";
import { useListState } from "../../components/lists/use-list-state.ts";
import { Page } from "../../components/page.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { CallForm } from "./call-form.tsx";
import { type Operation, operationsOf } from "./operations.ts";

/** The API console: a call is built from the contract, sent from this page, and shown as a program. */
export function Console() {
  const { t } = useTranslation("console");
  const query = useQuery({
    queryKey: ["contract", "operations"],
    queryFn: async ({ signal }) => {
      const request = new Request(new URL("/openapi.json", location.origin), { credentials: "omit", signal });
      return operationsOf((await (await panelFetch(request)).json()) as Record<string, unknown>);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Page title={t("title")} description={t("description")}>
      <Unanswered query={query} height={320} />
      {query.data ? <Workbench operations={query.data} /> : null}
    </Page>
  );
}

function Workbench({ operations }: { operations: readonly Operation[] }) {
  const { t } = useTranslation("console");
  const { values, set } = useListState({ operation: "getOwnClient" });
  // The secret is held only in this page's memory: a draft or an address would outlive the page.
  const [key, setKey] = useState("");
  const operation = operations.find(({ id }) => id === values.operation) ?? operations[0]!;
  const groups = [...Map.groupBy(operations, ({ tag }) => tag)];
  return (
    <Stack gap="md">
      <Paper p="md">
        <Stack gap="sm">
          <PasswordInput
            label={t("key")}
            description={t("key_text")}
            placeholder="lms_…"
            autoComplete="off"
            spellCheck={false}
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
            visibilityToggleButtonProps={{ "aria-label": t("show_key") }}
          />
          <NativeSelect
            label={t("operation")}
            value={operation.id}
            onChange={(event) => set({ operation: event.currentTarget.value })}
            data={groups.map(([group, own]) => ({
              group,
              items: own.map(({ id, method, path, summary }) => ({ value: id, label: `${summary} · ${method} ${path}` })),
            }))}
          />
        </Stack>
      </Paper>
      <CallForm key={operation.id} operation={operation} api_key={key.trim()} />
    </Stack>
  );
}
