/**
 * Tables. Those of one page of rows: the server sorts, filters and pages, and the address says how; columns can be hidden and
 * rows selected. In all of them the arrow keys go up and down in a column.
 */
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { useUrlState } from '../url-state.ts';
import { useWords } from '../words.ts';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';
import { ScrollRegion } from './scroll-region.tsx';

export interface Column<Row> {
  readonly id: string;
  readonly label: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** What the server sorts by; the first press gives this order. */
  readonly sort?: { readonly by: string; readonly first: 'asc' | 'desc' };
  readonly align?: 'end';
  readonly className?: string;
  /** Its cells name their rows. */
  readonly isHead?: true | ((row: Row) => boolean);
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

export function DataTable<Row>({ label, isBusy = false, columns, ...table }: TableProps<Row>): ReactElement {
  const [state] = useUrlState();
  const shown = shownColumns(columns, state[COLUMNS]);
  return (
    <ScrollRegion label={label} isBusy={isBusy}>
      <Table
        {...table}
        className={state[COLUMNS] === undefined ? 'usual' : undefined}
        columns={columns.filter(({ id }) => shown.has(id))}
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
}: Pick<TableProps<Row>, 'columns' | 'rows' | 'idOf' | 'selection'> & {
  nameOf?: (row: Row) => string;
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
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is no control
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
