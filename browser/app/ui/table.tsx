/**
 * Tables. The server sorts, filters and pages, by the state in the URL. Columns can be hidden and rows selected. The up and down keys move
 * within a column.
 */
import { keepPreviousData, type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { useUrlState } from '../url-state.ts';
import { useWords } from '../words.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';
import { Empty, Loaded } from './states.tsx';

export interface Column<Row> {
  readonly id: string;
  readonly label: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Sort field of the server, and the order of the first press. */
  readonly sort?: { readonly by: string; readonly first: 'asc' | 'desc' };
  readonly align?: 'end';
  readonly className?: string;
  /** Its cells are the headings of their rows. */
  readonly isHead?: true | ((row: Row) => boolean);
  /** Cannot be hidden. */
  readonly isFixed?: true;
  readonly isHidden?: true;
  /** Omitted on a phone. */
  readonly isWide?: boolean;
  /** Omitted in a narrow window too, unless the user has chosen the columns. */
  readonly isMinor?: true;
  /** For buttons: stays at the end when the table scrolls, and only screen readers read its heading. */
  readonly isLast?: true;
}

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly set: (ids: ReadonlySet<string>) => void;
}

const COLUMNS = 'columns';

/** The columns that the URL lists, or the default ones. */
function shownColumns<Row>(columns: readonly Column<Row>[], list: string | undefined): ReadonlySet<string> {
  const wanted = list?.split('.');
  return new Set(
    columns
      .filter(({ id, isFixed, isHidden }) => isFixed === true || (wanted?.includes(id) ?? isHidden !== true))
      .map(({ id }) => id),
  );
}

export interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly nameOf?: (row: Row) => string;
  readonly selection?: Selection | undefined;
  readonly isBusy?: boolean;
}

interface Paged {
  readonly pagination: { readonly page: number; readonly limit: number; readonly total: number };
}

/** A page of a list with its pager, or what to show instead of an empty list. */
export function PagedTable<Response, Data extends Paged, Key extends QueryKey, Row>({
  query: options,
  rowsOf,
  empty,
  children,
  ...table
}: Omit<TableProps<Row>, 'rows' | 'isBusy'> & {
  query: UseQueryOptions<Response, Error, Data, Key>;
  rowsOf: (data: Data) => readonly Row[];
  /** By default, that nothing matches the filters. */
  empty?: ReactNode;
  /** Shown below the pager. */
  children?: (data: Data) => ReactNode;
}): ReactNode {
  const words = useWords();
  const query = useQuery({ ...options, placeholderData: keepPreviousData });
  return (
    <Loaded query={query} lines={12}>
      {(data) => {
        const rows = rowsOf(data);
        if (rows.length === 0) return empty ?? <Empty title={words.text('desk.table.filteredEmpty')} />;
        return (
          <>
            <DataTable {...table} rows={rows} isBusy={query.isPlaceholderData} />
            <Pager {...data.pagination} />
            {children?.(data)}
          </>
        );
      }}
    </Loaded>
  );
}

/** Content that is wider than the page and scrolls. It is focusable, so that keys can scroll it. */
export function ScrollRegion({
  label,
  className = 'table-frame',
  isBusy,
  children,
}: {
  label: string;
  className?: string | undefined;
  isBusy?: boolean | undefined;
  children: ReactNode;
}): ReactElement {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className={className} role="region" aria-label={label} aria-busy={isBusy} tabIndex={0}>
      {children}
    </div>
  );
}

export function DataTable<Row>({ label, isBusy = false, columns, ...table }: TableProps<Row>): ReactElement {
  const [state] = useUrlState();
  const visible = shownColumns(columns, state[COLUMNS]);
  return (
    <ScrollRegion label={label} isBusy={isBusy}>
      <Table
        {...table}
        className={state[COLUMNS] === undefined ? 'usual' : undefined}
        columns={columns.filter(({ id }) => visible.has(id))}
      />
    </ScrollRegion>
  );
}

export function Table<Row>({
  columns,
  rows,
  idOf,
  nameOf = idOf,
  selection,
  caption,
  className,
  classOfRow,
}: Omit<TableProps<Row>, 'label' | 'isBusy'> & {
  caption?: ReactElement;
  className?: string | undefined;
  classOfRow?: (row: Row) => string | undefined;
}): ReactElement {
  return (
    <table className={className === undefined ? 'table' : `table ${className}`}>
      {caption}
      <thead>
        <tr>
          {selection !== undefined && <SelectAll ids={rows.map(idOf)} selection={selection} />}
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} />
          ))}
        </tr>
      </thead>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move between the controls in it */}
      <tbody onKeyDown={moveInColumn}>
        {rows.map((row) => {
          const id = idOf(row);
          return (
            <tr key={id} className={classOfRow?.(row)} aria-selected={selection?.ids.has(id)}>
              {selection !== undefined && <Select id={id} name={nameOf(row)} selection={selection} />}
              {columns.map((column) => {
                const { isHead } = column;
                const isHeading = typeof isHead === 'function' ? isHead(row) : isHead === true;
                return isHeading ? (
                  <th key={column.id} scope="row" className={classOf(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is not a control
                  <td key={column.id} className={classOf(column)}>
                    {column.cell(row)}
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function select({ ids: before, set }: Selection, ids: readonly string[], isOn: boolean): void {
  const next = new Set(before);
  for (const id of ids) {
    if (isOn) next.add(id);
    else next.delete(id);
  }
  set(next);
}

function SelectAll({ ids, selection }: { ids: readonly string[]; selection: Selection }): ReactElement {
  const words = useWords();
  return (
    <th scope="col" className="select-cell">
      <input
        type="checkbox"
        aria-label={words.text('desk.table.selectAll')}
        checked={ids.length > 0 && ids.every((id) => selection.ids.has(id))}
        onChange={({ target }) => select(selection, ids, target.checked)}
      />
    </th>
  );
}

function Select({ id, name, selection }: { id: string; name: string; selection: Selection }): ReactElement {
  const words = useWords();
  return (
    <td className="select-cell">
      <input
        type="checkbox"
        aria-label={words.text('desk.table.select', { name })}
        checked={selection.ids.has(id)}
        onChange={({ target }) => select(selection, [id], target.checked)}
      />
    </td>
  );
}

function HeadCell<Row>({ column }: { column: Column<Row> }): ReactElement {
  const { sort, label } = column;
  if (sort !== undefined) return <SortCell column={column} sort={sort} />;
  return (
    <th scope="col" className={classOf(column)}>
      {column.isLast === true ? <span className="unseen">{label}</span> : label}
    </th>
  );
}

function SortCell<Row>({
  column,
  sort,
}: {
  column: Column<Row>;
  sort: NonNullable<Column<Row>['sort']>;
}): ReactElement {
  const [state, change] = useUrlState();
  const order = state['sort'] === sort.by ? (state['order'] ?? sort.first) : null;
  const next = order === null ? sort.first : order === 'asc' ? 'desc' : 'asc';
  return (
    <th
      scope="col"
      className={classOf(column)}
      aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        className="sort-button"
        onClick={() => change({ sort: sort.by, order: next, page: undefined })}
      >
        {column.label}
        <Icon name={order === 'asc' ? 'up' : 'down'} size={14} />
      </button>
    </th>
  );
}

function classOf<Row>({ align, className, isWide, isMinor, isLast }: Column<Row>): string | undefined {
  const names = [
    align,
    className,
    isWide === true && 'wide-cell',
    isMinor === true && 'minor-cell',
    isLast === true && 'last-cell',
  ].filter((name) => name !== undefined && name !== false);
  return names.length === 0 ? undefined : names.join(' ');
}

/** Moves the focus to the same control of the row above or below. */
function moveInColumn(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const control = event.target as HTMLElement;
  if (control.matches('select, textarea, input:not([type=checkbox])')) return;
  const cell = control.closest('td');
  const row = cell?.closest('tr');
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  const index = [...(row?.children ?? [])].indexOf(cell as Element);
  const target = next?.children[index]?.querySelector<HTMLElement>('a, button, input');
  if (target === null || target === undefined) return;
  event.preventDefault();
  target.focus();
}

/** Shows and hides columns. */
export function ColumnMenu<Row>({ columns }: { columns: readonly Column<Row>[] }): ReactElement {
  const words = useWords();
  const [state, change] = useUrlState();
  const visible = shownColumns(columns, state[COLUMNS]);
  return (
    <Popover
      label={words.text('desk.table.columns')}
      className="quiet"
      button={words.text('desk.table.columns')}
    >
      <ul>
        {columns
          .filter(({ isFixed }) => isFixed !== true)
          .map(({ id, label }) => (
            <li key={id}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={visible.has(id)}
                  onChange={({ target }) => {
                    const next = columns.filter((column) =>
                      column.id === id ? target.checked : visible.has(column.id),
                    );
                    change({ [COLUMNS]: next.map((column) => column.id).join('.') }, { replace: true });
                  }}
                />
                <span>{label}</span>
              </label>
            </li>
          ))}
      </ul>
    </Popover>
  );
}

export function Pager({ page, limit, total }: Paged['pagination']): ReactElement {
  const words = useWords();
  const [, change] = useUrlState();
  const pages = Math.max(1, Math.ceil(total / limit));
  const goTo = (to: number): void => change({ page: to === 1 ? undefined : to });
  return (
    <nav className="pager" aria-label={words.text('desk.table.pages')}>
      <span className="note" role="status">
        {words.count('desk.table.rows', total)}
      </span>
      {pages > 1 && (
        <span className="row">
          <Button
            text="desk.table.previous"
            icon="left"
            className="quiet"
            disabled={page <= 1}
            onClick={() => goTo(page - 1)}
          />
          <span className="number">{words.text('desk.table.page', { page, pages })}</span>
          <button type="button" className="quiet" disabled={page >= pages} onClick={() => goTo(page + 1)}>
            {words.text('desk.table.next')}
            <Icon name="right" size={16} />
          </button>
        </span>
      )}
    </nav>
  );
}
