import { ActionIcon, Badge, Checkbox, Group, Table, Text } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconPlus, IconSitemap } from "@tabler/icons-react";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import "../../components/lists/data-list.css";
import { useSession } from "../../api/session.ts";
import { DensitySwitch, useDensity } from "../../components/lists/density.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { ExportLink } from "../../components/lists/export-link.tsx";
import { Page } from "../../components/page.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { SavedViews } from "../../components/lists/saved-views.tsx";
import { SearchFilter } from "../../components/lists/filters.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { useRowKeys } from "../../components/lists/use-row-keys.ts";
import { useDialog } from "../../components/forms/use-draft.ts";
import { Unanswered } from "../../components/unanswered.tsx";
import { useTrainingReason } from "../people/people-data.ts";
import { choicesOf, type TreeRow, useTree } from "./department-data.ts";
import { DepartmentDialog } from "./department-dialog.tsx";
import { type Branch, growTree } from "./grow-tree.ts";

export function Departments() {
  const { t } = useTranslation("places");
  const tree = useTree();
  const [adding, setAdding] = useDialog("department");
  const reason = useTrainingReason();
  const { role } = useSession().account;
  const add = (
    <ReasonedButton reason={reason} leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t("department.add")}
    </ReasonedButton>
  );
  return (
    <Page
      title={t("shell:nav.departments")}
      description={
        <>
          <div>{t("department.text")}</div>
          {role === "compliance_officer" ? null : (
            <div>
              <TextLink to="/departments/unmatched">{t("unmatched.link")}</TextLink>
            </div>
          )}
        </>
      }
      actions={add}
    >
      <Unanswered query={tree} height={320} />
      {tree.data?.length === 0 ? (
        <EmptyState icon={IconSitemap} title={t("department.empty")} text={t("department.empty_text")} actions={add} />
      ) : null}
      {tree.data && tree.data.length > 0 ? <Tree rows={tree.data} /> : null}
      <DepartmentDialog opened={adding} onClose={() => setAdding(false)} department={null} choices={choicesOf(tree.data ?? [])} />
    </Page>
  );
}

function Tree({ rows }: { rows: readonly TreeRow[] }) {
  const { t } = useTranslation("places");
  const list = useListState({ q: "", inactive: "" });
  const { values, set } = list;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [density, setDensity] = useDensity();
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  const inactive = values.inactive === "true";
  const lines = useMemo(
    () => growTree(rows, { q: values.q, inactive, closed, opened }),
    [rows, values.q, inactive, closed, opened],
  );
  const toggle = ({ id, opened: is_open }: Branch) => {
    setClosed((before) => (is_open ? new Set([...before, id]) : without(before, id)));
    setOpened((before) => (is_open ? without(before, id) : new Set([...before, id])));
  };
  return (
    <>
      <div className="panel-list-tools">
        <Group gap="md" style={{ flex: 1 }}>
          <SearchFilter list={list} name="q" label={t("search")} />
          <Checkbox
            label={t("show_inactive")}
            checked={inactive}
            onChange={(event) => set({ inactive: event.currentTarget.checked ? "true" : "" })}
          />
          <SavedViews list="departments" state={list} />
          <ExportLink path="/panel/api/departments/export" filters={{ q: values.q, active: inactive ? undefined : true }} />
        </Group>
        <DensitySwitch density={density} set={setDensity} />
      </div>
      {/* A region that scrolls has to be reachable by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="panel-list" role="region" aria-label={t("shell:nav.departments")} tabIndex={0}>
        <Table verticalSpacing={density === "dense" ? 5 : 11} horizontalSpacing="sm" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t("field.name")}</Table.Th>
              <Table.Th scope="col">{t("field.code")}</Table.Th>
              <Table.Th scope="col" ta="right">
                {t("field.people")}
              </Table.Th>
              <Table.Th scope="col" ta="right" className="panel-list-secondary">
                {t("field.people_below")}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body}>
            {lines.map((branch) => (
              <Line key={branch.id} branch={branch} toggle={() => toggle(branch)} />
            ))}
          </Table.Tbody>
        </Table>
        {lines.length === 0 ? (
          <Text c="dimmed" size="sm" ta="center" py="xl" role="status">
            {t("common:list.nothing_found")}
          </Text>
        ) : null}
      </div>
    </>
  );
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((one) => one !== id));
}

function Line({ branch, toggle }: { branch: Branch; toggle: () => void }) {
  const { t, i18n } = useTranslation("places");
  const { id, name, code, active, level, opened, children, people_count, people_below } = branch;
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Table.Tr data-row tabIndex={-1}>
      <Table.Td>
        <Group gap={4} wrap="nowrap" pl={`${level * 1.1}rem`}>
          {children.length > 0 ? (
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-expanded={opened}
              aria-label={t(opened ? "tree.close" : "tree.open", { name })}
              onClick={toggle}
            >
              {opened ? <IconChevronDown size={15} /> : <IconChevronRight size={15} />}
            </ActionIcon>
          ) : (
            <span style={{ width: 24, flex: "none" }} />
          )}
          <TextLink to="/departments/$department_id" params={{ department_id: id }}>
            {name}
          </TextLink>
          {active ? null : <Badge color="gray">{t("out_of_use")}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td className="panel-mono">{code}</Table.Td>
      <Table.Td ta="right">{number.format(people_count)}</Table.Td>
      <Table.Td ta="right" className="panel-list-secondary">
        {number.format(people_below)}
      </Table.Td>
    </Table.Tr>
  );
}
