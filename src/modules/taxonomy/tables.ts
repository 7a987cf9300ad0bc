import type { ColumnType, Generated } from 'kysely';
import type { VehicleClass } from './seed/vehicle-class.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    categories: CategoryTable;
    brands: BrandTable;
    brand_models: BrandModelTable;
    features: FeatureTable;
    taxonomy_redirects: TaxonomyRedirectTable;
    taxonomy_version: TaxonomyVersionTable;
  }
}

/** Language → name. Written as JSON text. */
export type Names = ColumnType<Readonly<Record<string, string>>, string, string>;

interface CategoryTable {
  id: string;
  slug: string;
  parent_id: string | null;
  class: VehicleClass;
  names: Names;
  aliases: Generated<string[]>;
  import_keys: Generated<string[]>;
  hidden_attributes: Generated<string[]>;
  required_attributes: Generated<string[]>;
  active: Generated<boolean>;
  position: number;
  merged_into: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Date;
  updated_at: Date;
}

interface BrandTable {
  id: string;
  slug: string;
  name: string;
  logo: string | null;
  classes: VehicleClass[];
  aliases: Generated<string[]>;
  active: Generated<boolean>;
  position: Generated<number>;
  merged_into: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Date;
  updated_at: Date;
}

interface BrandModelTable {
  id: string;
  brand_id: string;
  name: string;
  aliases: Generated<string[]>;
  position: Generated<number>;
}

interface FeatureTable {
  code: string;
  feature_group: string;
  names: Names;
  classes: VehicleClass[];
  import_keys: Generated<string[]>;
  active: Generated<boolean>;
  position: number;
}

interface TaxonomyRedirectTable {
  kind: 'category' | 'brand';
  old_slug: string;
  target_id: string;
  created_at: Date;
}

interface TaxonomyVersionTable {
  only_row: Generated<boolean>;
  version: number;
}
