import "@mantine/spotlight/styles.css";
import { createSpotlight, Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from "@mantine/spotlight";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCertificate, IconLogout, IconSearch, IconUser, IconUserCircle } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { type Session, useSignOut } from "../../api/session.ts";
import { toast } from "../../components/toast.ts";
import { roles } from "../screen.ts";
import { navigationOf } from "./navigation.tsx";

/** The most people, and the most courses, that are offered at once. Typing more letters finds others. */
const offered_max = 6;
const letters_min = 2;
const pause_ms = 120;

/** Opens any screen, person or course by its name; ⌘K opens the palette. */
export function Palette({ session, close }: { session: Session; close: () => void }) {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const sign_out = useSignOut(toast.failed);
  const [[store, spotlight]] = useState(createSpotlight);
  useEffect(() => spotlight.open(), [spotlight]);
  const [query, setQuery] = useState("");
  const found = useFound(session, query);
  const placeholder = t(maySearch(session) ? "palette.placeholder_all" : "palette.placeholder");

  const actions: SpotlightActionData[] = navigationOf(session).map((screen) => ({
    id: screen.path,
    label: t(screen.title as "nav.overview"),
    description: screen.nav.group === "overview" ? "" : t(`nav_group.${screen.nav.group}`),
    leftSection: <screen.nav.icon size={18} stroke={1.7} />,
    onClick: () => void navigate({ to: screen.path }),
  }));
  actions.push(
    {
      id: "account",
      label: t("account.open"),
      leftSection: <IconUserCircle size={18} />,
      onClick: () => void navigate({ to: "/account" }),
    },
    { id: "sign-out", label: t("account.sign_out"), leftSection: <IconLogout size={18} />, onClick: () => sign_out.mutate() },
  );
  return (
    <Spotlight
      store={store}
      actions={[...actions, ...found.groups]}
      query={query}
      onQueryChange={setQuery}
      attributes={{ content: { "aria-label": t("palette.button") } }}
      shortcut={null}
      highlightQuery
      scrollable
      maxHeight={360}
      nothingFound={t(`palette.${found.otherwise}`)}
      onSpotlightClose={close}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder,
        "aria-label": placeholder,
      }}
    />
  );
}

/** The message shown when nothing is found. */
type Otherwise = "nothing" | "searching" | "failed";

/** The people and courses that the typed text finds, where the role may see them. */
function useFound(session: Session, typed: string): { groups: SpotlightActionGroupData[]; otherwise: Otherwise } {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const text = typed.trim();
  const [q] = useDebouncedValue(text, pause_ms);
  const may = maySearch(session);
  const found = useQuery({
    queryKey: ["palette", q],
    queryFn: async ({ signal }) => {
      const params = { query: { q, limit: offered_max } };
      const [people, courses] = await Promise.all([
        api.GET("/panel/api/people", { params, signal }),
        api.GET("/panel/api/courses", { params, signal }),
      ]);
      return { people: dataOf(people).users, courses: dataOf(courses).courses };
    },
    enabled: may && q.length >= letters_min,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const otherwise: Otherwise = found.error ? "failed" : found.isFetching || q !== text ? "searching" : "nothing";
  if (!may || text.length < letters_min || !found.data) return { groups: [], otherwise };
  // The server has searched more fields than are shown. Adding the typed text as a keyword keeps the component from filtering its
  // results.
  const keywords = typed;
  const people = found.data.people.map(({ id, full_name, employee_no, login, department_name }) => ({
    id: `person ${id}`,
    label: full_name ?? employee_no ?? login,
    description: [employee_no, department_name].filter(Boolean).join(" · "),
    keywords,
    leftSection: <IconUser size={18} stroke={1.7} />,
    onClick: () => void navigate({ to: "/people/$person_id", params: { person_id: id } }),
  }));
  const courses = found.data.courses.map(({ id, title, code, type }) => ({
    id: `course ${id}`,
    label: title,
    description: code,
    keywords,
    leftSection: <IconCertificate size={18} stroke={1.7} />,
    onClick: () =>
      void (type === "learning_path"
        ? navigate({ to: "/paths/$path_id", params: { path_id: id } })
        : navigate({ to: "/courses/$course_id", params: { course_id: id } })),
  }));
  return {
    groups: [
      { group: t("nav.people"), actions: people },
      { group: t("nav.courses"), actions: courses },
    ],
    otherwise,
  };
}

/** Whether the role sees people and courses. */
function maySearch({ account }: Session): boolean {
  return (roles.training as readonly string[]).includes(account.role);
}
