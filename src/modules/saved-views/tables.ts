declare module '../../platform/db/tables.ts' {
  interface Tables {
    saved_views: SavedViewTable;
  }
}

export interface SavedViewTable {
  id: string;
  user_id: string;
  area: string;
  name: string;
  /** Query string of the URL, without the question mark. */
  query: string;
  created_at: Date;
}
