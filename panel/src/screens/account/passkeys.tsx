import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { passkeys_key, passkeys_query, type Passkey } from "../../api/own-passkeys.ts";
import { knowsPasskeys } from "../../api/passkeys.ts";
import { useSession } from "../../api/session.ts";
import { ConfirmDialog } from "../../components/forms/dialog-form.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { toast } from "../../components/toast.ts";
import { Unanswered } from "../../components/unanswered.tsx";
import { When } from "../../components/values/when.tsx";
import { AddPasskey, RenamePasskey } from "./passkey-dialogs.tsx";

/** The user's passkeys, each with its name and last use, to rename or remove; and a button to add one. */
export function Passkeys() {
  const { t } = useTranslation("account");
  const { shared_browser } = useSession();
  const [adding, setAdding] = useState(false);
  const query = useQuery(passkeys_query);
  if (query.error || !query.data) return <Unanswered query={query} height={72} />;
  return (
    <Stack gap="sm">
      {query.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("passkeys.none")}
        </Text>
      ) : (
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
          {query.data.map((passkey) => (
            <OnePasskey key={passkey.id} passkey={passkey} />
          ))}
        </Stack>
      )}
      <Group>
        <ReasonedButton
          reason={shared_browser !== null ? t("passkeys.shared") : knowsPasskeys() ? null : t("passkeys.not_here")}
          onClick={() => setAdding(true)}
        >
          {t("passkeys.add")}
        </ReasonedButton>
      </Group>
      <AddPasskey opened={adding} onClose={() => setAdding(false)} />
    </Stack>
  );
}

function OnePasskey({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation("account");
  const [open, setOpen] = useState<"rename" | "remove" | null>(null);
  const client = useQueryClient();
  const { id, name } = passkey;
  const close = () => setOpen(null);
  const remove = useMutation({
    mutationFn: () => api.DELETE("/panel/api/passkeys/{id}", { params: { path: { id } } }),
    onSuccess: async () => {
      close();
      toast.done(t("passkeys.removed"));
      await client.invalidateQueries({ queryKey: passkeys_key });
    },
  });
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Stack gap={2} flex="1 1 12rem" miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          {passkey.blocked ? <Badge color="red">{t("passkeys.blocked")}</Badge> : null}
          {passkey.discoverable === false ? <Badge color="gray">{t("passkeys.beside")}</Badge> : null}
          {passkey.synchronised ? <Badge color="gray">{t("passkeys.synchronised")}</Badge> : null}
        </Group>
        {passkey.blocked ? <Text size="sm">{t("passkeys.blocked_text")}</Text> : null}
        <Text size="xs" c="dimmed" component="div">
          {t("passkeys.added_at")} <When at={passkey.created_at} /> ·{" "}
          {passkey.last_used_at === null ? (
            t("passkeys.never_used")
          ) : (
            <>
              {t("passkeys.used_at")} <When at={passkey.last_used_at} />
            </>
          )}
        </Text>
      </Stack>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t("passkeys.rename_named", { name })}
          onClick={() => setOpen("rename")}
        >
          {t("passkeys.rename")}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={t("passkeys.remove_named", { name })}
          onClick={() => setOpen("remove")}
        >
          {t("passkeys.remove")}
        </Button>
      </Group>
      <RenamePasskey passkey={passkey} opened={open === "rename"} onClose={close} />
      <ConfirmDialog
        opened={open === "remove"}
        onClose={close}
        action={remove}
        title={t("passkeys.remove_title", { name })}
        text={t("passkeys.remove_text")}
        submit={t("passkeys.remove")}
      />
    </Group>
  );
}
