import { Button, Menu, Text, TextInput } from "@mantine/core";
import { IconBookmark, IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { ConfirmDialog, DialogForm } from "../forms/dialog-form.tsx";
import { useDialogForm } from "../forms/use-dialog-form.ts";
import { useDialogs } from "../forms/use-draft.ts";
import { useSave } from "../forms/use-save.ts";
import type { ListState } from "./use-list-state.ts";

type SavedView = components["schemas"]["SavedView"];
/** The name of the draft of the dialog that saves a view. */
const save_draft = "view";

type SavedList = components["schemas"]["SavedViewInput"]["list"];
type SavedViewsProps = {
  list: SavedList;
  state: Pick<ListState, "values" | "sort" | "set" | "filtered">;
};

/** The administrator's saved views of a list: filters under a name. A view can be applied, saved and deleted. */
export function SavedViews({ list, state }: SavedViewsProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [dialog, setDialog] = useDialogs<"save" | "remove">({ save: save_draft });
  const views = useQuery({
    queryKey: ["saved-views", list],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/saved-views", { params: { query: { list } }, signal })).views,
    // Loaded on demand, because most users of a list do not open its views.
    enabled: opened || dialog !== null,
  });
  const shown = shownOf(state);
  const current = views.data?.find(({ filters }) => isSame(filters, shown)) ?? null;
  const close = () => setDialog(null);
  return (
    <>
      <Menu opened={opened} onChange={setOpened} position="bottom-start" width={280} returnFocus>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={15} aria-hidden />}>
            {t("views.title")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.error ? (
            <Menu.Item closeMenuOnClick={false} onClick={() => void views.refetch()}>
              {t("views.failed")}
            </Menu.Item>
          ) : null}
          {views.data?.length === 0 ? (
            <Menu.Item aria-disabled closeMenuOnClick={false}>
              <Text size="sm" c="dimmed">
                {t("views.none")}
              </Text>
            </Menu.Item>
          ) : null}
          {views.data?.map((view) => (
            <Menu.Item
              key={view.id}
              rightSection={view === current ? <IconCheck size={15} aria-label={t("views.current")} /> : null}
              onClick={() => state.set(patchOf(view, shown))}
            >
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Save filtered={state.filtered || state.sort !== ""} onClick={() => setDialog("save")} />
          {current ? (
            <Menu.Item onClick={() => setDialog("remove")}>{t("views.remove", { name: current.name })}</Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <SaveDialog opened={dialog === "save"} onClose={close} list={list} shown={shown} />
      {current ? <RemoveDialog opened={dialog === "remove"} onClose={close} view={current} /> : null}
    </>
  );
}

function Save({ filtered, onClick }: { filtered: boolean; onClick: () => void }) {
  const { t } = useTranslation();
  if (filtered) return <Menu.Item onClick={onClick}>{t("views.save")}</Menu.Item>;
  return (
    <Menu.Item aria-disabled closeMenuOnClick={false}>
      <Text size="sm" c="dimmed">
        {t("views.save")}
      </Text>
      <Text size="xs" c="dimmed">
        {t("views.nothing")}
      </Text>
    </Menu.Item>
  );
}

type Shown = Record<string, string>;

/** The filters and the order that the list shows at present. */
function shownOf({ values, sort }: SavedViewsProps["state"]): Shown {
  return { ...values, sort };
}

/** A view may have been saved before a filter existed; that filter is then empty. */
function patchOf({ filters }: SavedView, shown: Shown): Shown {
  return Object.fromEntries(Object.keys(shown).map((name) => [name, filters[name] ?? ""]));
}

function isSame(filters: SavedView["filters"], shown: Shown): boolean {
  return Object.entries(shown).every(([name, value]) => (filters[name] ?? "") === value);
}

type DialogProps = { opened: boolean; onClose: () => void; list: SavedList };

function SaveDialog({ opened, onClose, list, shown }: DialogProps & { shown: Shown }) {
  const { t } = useTranslation();
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: { name: "" },
    draft: save_draft,
    changes: "views",
    save: async ({ name }) => {
      const filters = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== ""));
      return dataOf(await api.POST("/panel/api/saved-views", { body: { list, name, filters } }));
    },
    done: ({ name }) => t("views.saved", { name }),
  });
  return (
    <DialogForm dialog={dialog} title={t("views.save_title")} text={t("views.save_text")} submit={t("save")}>
      <TextInput
        data-autofocus
        label={t("views.name")}
        required
        maxLength={200}
        autoComplete="off"
        key={form.key("name")}
        {...form.getInputProps("name")}
      />
    </DialogForm>
  );
}

function RemoveDialog({ opened, onClose, view: { id, name } }: Omit<DialogProps, "list"> & { view: SavedView }) {
  const { t } = useTranslation();
  const remove = useSave({
    changes: "views",
    save: () => api.DELETE("/panel/api/saved-views/{id}", { params: { path: { id } } }),
    done: t("views.removed", { name }),
    onSaved: onClose,
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("views.remove", { name })}
      text={t("views.remove_text")}
      submit={t("views.remove_button")}
      action={remove}
    />
  );
}
