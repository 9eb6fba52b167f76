import { Button, Switch } from "@mantine/core";
import { IconListSearch, IconX } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { memo, useCallback, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { DataList, type Column } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { ExportLink } from "../../components/lists/export-link.tsx";
import { LinkButton } from "../../components/values/link.tsx";
import { SavedViews } from "../../components/lists/saved-views.tsx";
import { ChoiceFilter, DayFilter, SearchFilter } from "../../components/lists/filters.tsx";
import { type ListState, useListState } from "../../components/lists/use-list-state.ts";
import { useDaysKept } from "../../components/values/use-retention.ts";
import { useClock, When } from "../../components/values/when.tsx";
import { periods, queryOf, readRequests, type Filters, type LoggedRequest } from "./request-data.ts";
import { RequestDrawer, type ShowRequest } from "./request-drawer.tsx";
import { StatusBadge } from "./status-badge.tsx";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const statuses = ["2xx", "3xx", "4xx", "5xx", "401", "403", "404", "409", "422", "429"];
/** How often the log is read in live mode. */
const live_ms = 1_500;

const idOf = ({ id }: LoggedRequest) => id;

const no_filters = {
  client_id: "",
  method: "",
  route: "",
  path: "",
  status: "",
  code: "",
  request_id: "",
  period: "",
  from: "",
  until: "",
  live: "",
} as const;

/** The requests to show, from the query string: all, or those of one client. */
export function useRequestLog(of_client: string | null = null) {
  const list = useListState(no_filters);
  const { values } = list;
  const filters = useMemo(
    () => ({ ...filtersOf(values), ...(of_client === null ? {} : { client_id: of_client }) }),
    [values, of_client],
  );
  return { list, filters, of_client };
}

type ShownLog = ReturnType<typeof useRequestLog>;

/** Buttons for live mode and for the download. */
export function RequestActions({ log: { list, filters } }: { log: ShownLog }) {
  const { t } = useTranslation("request-log");
  const clock = useClock();
  return (
    <>
      <Switch
        label={t("live")}
        checked={list.values.live === "1"}
        onChange={(event) => list.set({ live: event.currentTarget.checked ? "1" : "" })}
      />
      <ExportLink path="/panel/api/requests/export" filters={queryOf(filters, clock)} />
    </>
  );
}

/** Requests with filters above them, the newest first; each opens its details. */
export function RequestList({ log: { list, filters, of_client } }: { log: ShownLog }) {
  const { t } = useTranslation("request-log");
  const clock = useClock();
  // The drawer holds its own state, so that opening it does not render the list again.
  const drawer = useRef<ShowRequest>(null);
  const show = useCallback<ShowRequest>((row) => drawer.current?.(row), []);
  const { limit, cursor, values } = list;
  const watching = values.live === "1" && cursor === null;
  const log = useQuery({
    queryKey: ["requests", filters, limit, cursor],
    queryFn: ({ signal }) => readRequests(filters, { limit, cursor }, clock, signal),
    placeholderData: keepPreviousData,
    refetchInterval: watching ? live_ms : false,
  });
  return (
    <>
      <DataList
        label={t("title")}
        columns={useColumns(show, of_client === null)}
        query={log}
        turned_by="cursor"
        rows={log.data?.requests}
        id={idOf}
        state={list}
        empty={
          <EmptyState
            icon={IconListSearch}
            title={t("empty")}
            text={t("empty_text")}
            actions={
              <LinkButton to="/developer" variant="default">
                {t("quickstarts")}
              </LinkButton>
            }
          />
        }
        filters={
          <>
            <FilterFields set={list.set} filters={filters} of_all={of_client === null} />
            {of_client === null ? <SavedViews list="requests" state={list} /> : null}
          </>
        }
      />
      <RequestDrawer ref={drawer} />
    </>
  );
}

/** The filters of the request; live mode is not one of them. */
function filtersOf({ live: _live, ...filters }: Filters & { live: string }): Filters {
  return filters;
}

const trimmed = (text: string) => text.trim();
const codeOf = (text: string) => text.trim().toUpperCase();

type FilterFieldsProps = {
  set: ListState<keyof Filters>["set"];
  filters: Filters;
  /** Whether a client can be chosen. */
  of_all: boolean;
};

const FilterFields = memo(function FilterFields({ set, filters, of_all }: FilterFieldsProps) {
  const { t } = useTranslation("request-log");
  const list = { values: filters, set };
  const days = useDaysKept("request_log");
  return (
    <>
      <SearchFilter list={list} name="path" label={t("filter.path")} />
      {of_all ? <ChooseClient list={list} /> : null}
      <ChoiceFilter list={list} name="method" label={t("column.method")} any={t("filter.every_method")} choices={methods} />
      <ChoiceFilter
        list={list}
        name="status"
        label={t("column.status")}
        any={t("filter.every_status")}
        choices={[{ value: "refused", label: t("filter.refused") }, ...statuses]}
      />
      <ChoiceFilter
        list={list}
        name="period"
        label={t("filter.period")}
        any={days === null ? t("period.every") : t("period.all", { count: days })}
        choices={periods.map((value) => ({ value, label: t(`period.${value}`) }))}
      />
      {filters.period === "custom" ? (
        <>
          <DayFilter list={list} name="from" label={t("filter.from")} />
          <DayFilter list={list} name="until" label={t("filter.until")} />
        </>
      ) : null}
      <SearchFilter list={list} name="code" label={t("filter.code")} normalise={codeOf} />
      <SearchFilter list={list} name="request_id" label={t("column.request_id")} normalise={trimmed} />
      <ChosenRoute route={filters.route} forget={() => set({ route: "" })} />
    </>
  );
});

function ChooseClient({ list }: { list: { values: Filters; set: FilterFieldsProps["set"] } }) {
  const { t } = useTranslation("request-log");
  const clients = useQuery({
    queryKey: ["clients", "names"],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/clients", { params: { query: { limit: 100, offset: 0 } }, signal })).clients,
  });
  const names = (clients.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <ChoiceFilter
      list={list}
      name="client_id"
      label={t("column.client")}
      any={t("filter.every_client")}
      // A fixed width: names are loaded after the field is shown, and are longer than its first text.
      w={{ base: "100%", xs: 200 }}
      choices={[{ value: "none", label: t("not_authenticated") }, ...names]}
    />
  );
}

/** The endpoint to which a link has filtered the log; pressing it removes the filter. */
function ChosenRoute({ route, forget }: { route: string; forget: () => void }) {
  const { t } = useTranslation("request-log");
  if (route === "") return null;
  const name = route === "none" ? t("errors.no_such_address") : route;
  return (
    <Button
      variant="light"
      size="xs"
      rightSection={<IconX size={13} aria-hidden />}
      aria-label={t("filter.forget_route", { name })}
      onClick={forget}
    >
      <span className="panel-mono">{name}</span>
    </Button>
  );
}

function useColumns(show: ShowRequest, with_client: boolean): Column<LoggedRequest>[] {
  const { t, i18n } = useTranslation("request-log");
  // Memoised, so that no row renders again.
  return useMemo(() => {
    const number = new Intl.NumberFormat(i18n.language);
    const client: Column<LoggedRequest> = {
      key: "client",
      title: t("column.client"),
      secondary: true,
      render: ({ client }) => client?.name ?? t("not_authenticated"),
    };
    return [
      { key: "at", title: t("column.at"), width: 110, render: ({ at }) => <When at={at} /> },
      { key: "status", title: t("column.status"), render: ({ status }) => <StatusBadge status={status} /> },
      {
        key: "path",
        title: t("column.request"),
        width: 220,
        render: (row) => (
          <button type="button" className="panel-text-button panel-mono" data-opens-row onClick={() => show(row)}>
            {row.method} {row.path}
          </button>
        ),
      },
      {
        key: "code",
        title: t("column.code"),
        render: ({ code, cause }) => <span className="panel-mono panel-small">{[code, cause].filter(Boolean).join(" · ")}</span>,
      },
      ...(with_client ? [client] : []),
      {
        key: "address",
        title: t("column.address"),
        secondary: true,
        render: ({ address }) => <span className="panel-mono">{address}</span>,
      },
      {
        key: "duration",
        title: t("column.duration"),
        align: "right",
        secondary: true,
        render: ({ duration_ms }) => t("ms", { value: number.format(duration_ms) }),
      },
    ];
  }, [t, i18n.language, show, with_client]);
}
