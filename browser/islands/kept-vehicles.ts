/** Vehicles that the browser alone remembers, newest first. */

export interface KeptVehicle {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly image: string;
  readonly price: string;
}

export function readKept(key: string): readonly KeptVehicle[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isVehicle) : [];
  } catch {
    return [];
  }
}

export function keep(key: string, vehicle: KeptVehicle, most: number): void {
  const others = readKept(key).filter(({ id }) => id !== vehicle.id);
  writeKept(key, [vehicle, ...others].slice(0, most));
}

export function writeKept(key: string, vehicles: readonly KeptVehicle[]): void {
  try {
    if (vehicles.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(vehicles));
  } catch {
    // The browser stores nothing.
  }
}

function isVehicle(value: unknown): value is KeptVehicle {
  if (typeof value !== 'object' || value === null) return false;
  const vehicle = value as Record<string, unknown>;
  // Both become addresses: of this host only.
  return (
    ['id', 'path', 'title', 'image', 'price'].every((name) => typeof vehicle[name] === 'string') &&
    [vehicle['path'], vehicle['image']].every((path) => /^\/(?![/\\])/.test(String(path)))
  );
}
