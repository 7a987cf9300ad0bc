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

/** Bytes that an owner stored on one day (UTC), including files deleted since. */
export interface UploadBytesTable {
  owner_id: string;
  day: string;
  bytes: number;
}
