/**
 * A table of one page of rows: the server sorts, filters and pages, and the address says how. Columns can be hidden, rows
 * selected, and the arrow keys go up and down in a column.
 */
import {
  columnVisibilityFeature,
  type ColumnDef,
  type RowData,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type KeyboardEvent, type ReactElement, type ReactNode, useMemo } from 'react';
import { useUrlState } from '../url-state.ts';
import { useWords } from '../words.ts';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';
import { ScrollRegion } from './scroll-region.tsx';

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** What the server sorts by; the first press gives this order. */
  readonly sort?: { readonly by: string; readonly first: 'asc' | 'desc' };
  readonly align?: 'end';
  /** Cannot be hidden. */
  readonly isFixed?: true;
  readonly isHidden?: true;
  /** Left out on a phone. */
  readonly isWide?: true;
  /** Left out in a narrow window too, unless somebody has chosen the columns. */
  readonly isMinor?: true;
  /** Of acts: stays at the end when the table scrolls, and its heading is only read aloud. */
  readonly isLast?: true;
}

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly set: (ids: ReadonlySet<string>) => void;
}

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });
const COLUMNS = 'columns';

/** The columns that the address shows, else those that a table begins with. */
function shownColumns<Row>(columns: readonly Column<Row>[], given: string | undefined): ReadonlySet<string> {
  const wanted = given?.split('.');
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
  readonly nameOf: (row: Row) => string;
  readonly selection?: Selection;
  readonly isBusy?: boolean;
}

export function DataTable<Row extends RowData>({
  label,
  columns,
  rows,
  idOf,
  nameOf,
  selection,
  isBusy = false,
}: TableProps<Row>): ReactElement {
  const words = useWords();
  const [state, change] = useUrlState();
  const shown = shownColumns(columns, state[COLUMNS]);
  const definitions = useMemo(
    () =>
      columns.map(({ id, cell }): ColumnDef<typeof features, Row> => ({
        id,
        cell: ({ row }) => cell(row.original),
      })),
    [columns],
  );
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: idOf,
    state: {
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, shown.has(id)])),
      rowSelection: Object.fromEntries([...(selection?.ids ?? [])].map((id) => [id, true as const])),
    },
  });
  const select = (ids: readonly string[], isOn: boolean): void => {
    const next = new Set(selection?.ids);
    for (const id of ids) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    selection?.set(next);
  };
  const pageIds = rows.map(idOf);
  const isAll = pageIds.length > 0 && pageIds.every((id) => selection?.ids.has(id) === true);
  return (
    <ScrollRegion label={label} isBusy={isBusy}>
      <table className={state[COLUMNS] === undefined ? 'table usual' : 'table'}>
        <thead>
          <tr>
            {selection !== undefined && (
              <th scope="col" className="select-cell">
                <input
                  type="checkbox"
                  aria-label={words.text('desk.table.selectAll')}
                  checked={isAll}
                  onChange={({ target }) => select(pageIds, target.checked)}
                />
              </th>
            )}
            {table.getVisibleLeafColumns().map(({ id }) => {
              const column = byId.get(id);
              return column === undefined ? null : (
                <HeadCell key={id} column={column} state={state} change={change} />
              );
            })}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move between the controls in it */}
        <tbody onKeyDown={moveInColumn}>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} aria-selected={selection === undefined ? undefined : row.getIsSelected()}>
              {selection !== undefined && (
                <td className="select-cell">
                  <input
                    type="checkbox"
                    aria-label={words.text('desk.table.select', { name: nameOf(row.original) })}
                    checked={row.getIsSelected()}
                    onChange={({ target }) => select([row.id], target.checked)}
                  />
                </td>
              )}
              {row.getVisibleCells().map((cell) => (
                // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is no control
                <td key={cell.id} className={classOf(byId.get(cell.column.id))}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function HeadCell<Row>({
  column,
  state,
  change,
}: {
  column: Column<Row>;
  state: Readonly<Record<string, string>>;
  change: ReturnType<typeof useUrlState>[1];
}): ReactElement {
  const { sort, label } = column;
  if (sort === undefined)
    return (
      <th scope="col" className={classOf(column)}>
        {column.isLast === true ? <span className="unseen">{label}</span> : label}
      </th>
    );
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
        {label}
        <Icon name={order === 'asc' ? 'up' : 'down'} size={14} />
      </button>
    </th>
  );
}

function classOf<Row>(column: Column<Row> | undefined): string | undefined {
  const names = [
    column?.align,
    column?.isWide === true && 'wide-cell',
    column?.isMinor === true && 'minor-cell',
    column?.isLast === true && 'last-cell',
  ].filter((name) => name !== undefined && name !== false);
  return names.length === 0 ? undefined : names.join(' ');
}

/** Up and down lead to the same control of the row above or below. */
function moveInColumn(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const control = event.target as HTMLElement;
  if (control.matches('select, textarea, input:not([type=checkbox])')) return;
  const cell = control.closest('td');
  const row = cell?.closest('tr');
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  const at = [...(row?.children ?? [])].indexOf(cell as Element);
  const target = next?.children[at]?.querySelector<HTMLElement>('a, button, input');
  if (target === null || target === undefined) return;
  event.preventDefault();
  target.focus();
}

/** Which columns are shown. */
export function ColumnMenu<Row>({ columns }: { columns: readonly Column<Row>[] }): ReactElement {
  const words = useWords();
  const [state, change] = useUrlState();
  const shown = shownColumns(columns, state[COLUMNS]);
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
                  checked={shown.has(id)}
                  onChange={({ target }) => {
                    const next = columns.filter((column) =>
                      column.id === id ? target.checked : shown.has(column.id),
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

export function Pager({
  page,
  limit,
  total,
}: {
  page: number;
  limit: number;
  total: number;
}): ReactElement | null {
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
          <button type="button" className="quiet" disabled={page <= 1} onClick={() => goTo(page - 1)}>
            <Icon name="left" size={16} />
            {words.text('desk.table.previous')}
          </button>
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
