import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { type Loadable, Loaded } from './states.tsx';
import { DataTable, Pager, type TableProps } from './table.tsx';

interface Paged {
  readonly pagination: { readonly page: number; readonly limit: number; readonly total: number };
}

/** One page of a list: a table with its pager, or what is said of a list that is empty. */
export function PagedTable<Data extends Paged, Row extends RowData>({
  query,
  rowsOf,
  empty,
  lines = 12,
  ...table
}: Omit<TableProps<Row>, 'rows' | 'isBusy'> & {
  query: Loadable<Data> & { readonly isPlaceholderData: boolean };
  rowsOf: (data: Data) => readonly Row[];
  empty: ReactNode;
  lines?: number;
}): ReactNode {
  return (
    <Loaded query={query} lines={lines}>
      {(data) => {
        const rows = rowsOf(data);
        if (rows.length === 0) return empty;
        return (
          <>
            <DataTable {...table} rows={rows} isBusy={query.isPlaceholderData} />
            <Pager {...data.pagination} />
          </>
        );
      }}
    </Loaded>
  );
}
