import type { ComponentProps, ReactNode } from "react";
import { Page, type PageProps } from "../page.tsx";
import { DataList, type DataListProps } from "./data-list.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ExportLink } from "./export-link.tsx";
import { SavedViews } from "./saved-views.tsx";

type ListPageProps<T> = Pick<PageProps, "title" | "description"> &
  Omit<DataListProps<T>, "label" | "empty"> & {
    /** The link that downloads the list as a file. */
    file?: ComponentProps<typeof ExportLink>;
    /** Buttons between the download and the `add` button. */
    actions?: ReactNode;
    /** The button that adds a record; also shown while the list is empty. */
    add?: ReactNode;
    /** The list's name for saved views. */
    views?: ComponentProps<typeof SavedViews>["list"];
    /** Shown while the list is empty. */
    empty: Omit<ComponentProps<typeof EmptyState>, "actions">;
    /** Content above the list. */
    before?: ReactNode;
    children?: ReactNode;
  };

/** A screen that is a list: its title, the buttons for all of it, its filters and saved views, and its rows. */
export function ListPage<T>(props: ListPageProps<T>) {
  const { title, description, file, actions, add, views, empty, filters, before, children, ...list } = props;
  const buttons = file || actions || add;
  return (
    <Page
      title={title}
      description={description}
      actions={
        buttons ? (
          <>
            {file ? <ExportLink {...file} /> : null}
            {actions}
            {add}
          </>
        ) : null
      }
    >
      {before}
      <DataList
        {...list}
        label={title}
        empty={<EmptyState {...empty} actions={add} />}
        filters={
          <>
            {filters}
            {views ? <SavedViews list={views} state={list.state} /> : null}
          </>
        }
      />
      {children}
    </Page>
  );
}
