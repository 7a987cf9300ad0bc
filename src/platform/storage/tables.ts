declare module '../db/tables.ts' {
  interface Tables {
    file_removals: FileRemovalTable;
    upload_bytes: UploadBytesTable;
  }
}

export interface FileRemovalTable {
  key: string;
  remove_after: Date;
}

/** What an owner has stored on one day (UTC), removed files included. */
export interface UploadBytesTable {
  owner_id: string;
  day: string;
  bytes: number;
}
