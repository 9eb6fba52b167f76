import { ActionIcon, Menu, Text } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { useDialogs } from "../../components/forms/use-draft.ts";
import { useSave } from "../../components/forms/use-save.ts";
import { type Administrator, isLastItAdministrator } from "./administrator-data.ts";
import { editDraft, EditDialog } from "./edit-dialog.tsx";
import { SessionsDialog } from "./sessions-dialog.tsx";

type AdministratorMenuProps = { administrator: Administrator; all: readonly Administrator[]; own: boolean };

const confirmed = ["remove", "disable", "reset"] as const;
type Confirmed = (typeof confirmed)[number];
type Opened = Confirmed | "edit" | "sessions";

async function carryOut(action: Confirmed | "enable" | "again", id: string): Promise<void> {
  const params = { path: { id } };
  if (action === "remove") await api.DELETE("/panel/api/administrators/{id}", { params });
  else if (action === "reset") await api.DELETE("/panel/api/administrators/{id}/second-factor", { params });
  else if (action === "again") await api.POST("/panel/api/administrators/{id}/invitation", { params });
  else await api.PATCH("/panel/api/administrators/{id}", { params, body: { disabled: action === "disable" } });
}

/** Actions on an administrator. An action that is not available says why. */
export function AdministratorMenu({ administrator, all, own }: AdministratorMenuProps) {
  const { t } = useTranslation("administrators");
  const { id, name, state, second_factor } = administrator;
  const [opened, setOpened] = useDialogs<Opened>({ edit: editDraft(id) });
  const close = () => setOpened(null);
  const act = useSave({
    changes: "administrators",
    save: (action: Confirmed | "enable" | "again") => carryOut(action, id),
    done: (_, action) => t(`done.${action}`, { name }),
    onSaved: close,
  });
  const asked = confirmed.find((one) => one === opened) ?? null;
  const last = isLastItAdministrator(administrator, all) ? t("reason.last") : null;
  const open = (dialog: Opened) => {
    act.reset();
    setOpened(dialog);
  };
  return (
    <>
      <Menu position="bottom-end" width={300} returnFocus>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("menu.label", { name })}
            loading={act.isPending && asked === null}
          >
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Entry label={t("menu.edit")} onClick={() => open("edit")} />
          <Entry label={t("menu.sessions")} onClick={() => open("sessions")} />
          {state === "disabled" ? (
            <Entry label={t("menu.enable")} onClick={() => act.mutate("enable")} />
          ) : (
            <Entry label={t(state === "invited" ? "menu.again" : "menu.link")} onClick={() => act.mutate("again")} />
          )}
          <Entry
            label={t("menu.reset")}
            reason={second_factor ? (own ? t("reason.own_second_factor") : null) : t("reason.no_second_factor")}
            onClick={() => open("reset")}
          />
          <Menu.Divider />
          {state === "disabled" ? null : <Entry label={t("menu.disable")} reason={last} onClick={() => open("disable")} />}
          <Entry label={t("menu.remove")} reason={last} danger onClick={() => open("remove")} />
        </Menu.Dropdown>
      </Menu>
      <EditDialog
        key={`${name} ${administrator.role}`}
        administrator={administrator}
        opened={opened === "edit"}
        onClose={close}
      />
      <SessionsDialog administrator={administrator} opened={opened === "sessions"} onClose={close} />
      <ConfirmByName
        opened={asked !== null}
        title={asked ? t(`confirm.${asked}`, { name }) : ""}
        text={asked ? t(`confirm_text.${asked}`) : ""}
        name={name}
        confirm={asked ? t(`menu.${asked}`) : ""}
        doing={act}
        onConfirm={() => asked && act.mutate(asked)}
        onClose={close}
      />
    </>
  );
}

type EntryProps = { label: string; reason?: string | null; danger?: boolean; onClick: () => void };

function Entry({ label, reason = null, danger = false, onClick }: EntryProps) {
  if (reason === null)
    return (
      <Menu.Item {...(danger ? { color: "red" } : {})} onClick={onClick}>
        {label}
      </Menu.Item>
    );
  return (
    <Menu.Item aria-disabled closeMenuOnClick={false}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="xs" c="dimmed">
        {reason}
      </Text>
    </Menu.Item>
  );
}
