import type { ImageFormat } from './image-profiles.ts';
import type { ColumnType, Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    listing_images: ListingImageTable;
    public_address: PublicAddressTable;
  }
}

export interface Rendition {
  readonly size: string;
  readonly format: ImageFormat;
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

export interface ListingImageTable {
  id: string;
  listing_id: string;
  position: number;
  width: number;
  height: number;
  bytes: number;
  checksum: Buffer;
  renditions: ColumnType<readonly Rendition[], string, string>;
  source_url: string | null;
  created_at: Date;
}

interface PublicAddressTable {
  base_url: string;
  is_only: Generated<boolean>;
}
