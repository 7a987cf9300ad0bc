import { ax10Preset } from './ax10.ts';
import { mobileDePreset } from './mobile-de.ts';
import { ownPreset } from './own.ts';
import type { Preset, PresetName } from './preset.ts';
import { truckradarPreset } from './truckradar.ts';

const byName: Readonly<Record<PresetName, Preset>> = {
  own: ownPreset,
  mobile_de_csv: mobileDePreset,
  truckradar_xml: truckradarPreset,
  ax10_csv: ax10Preset,
};

export const PRESETS: readonly Preset[] = Object.values(byName);

export function presetOf(name: PresetName): Preset {
  return byName[name];
}
