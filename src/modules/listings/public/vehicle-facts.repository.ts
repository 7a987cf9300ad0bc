import { sql } from 'kysely';
import type { VehicleFacts } from '../../../platform/notices.ts';

/** SQL for the facts of listing `l` that emails show. */
export const vehicleFacts = sql<VehicleFacts>`jsonb_build_object(
  'firstRegistration', l.first_registration, 'year', l.year, 'mileage', l.mileage,
  'operatingHours', l.operating_hours, 'powerKw', l.power_kw, 'driveType', l.drive_type,
  'euroStandard', l.euro_standard)`;
