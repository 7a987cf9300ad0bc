/** Featuring vehicles, and changing the prices of many. */
export const stockActsEn = {
  'desk.feature.title': 'Feature on the marketplace',
  'desk.feature.brings':
    'Featured vehicles carry a badge and rank higher in search results. A slot is free again when the featuring ends, or when the vehicle is sold or paused.',
  'desk.feature.left': '{left} of {limit} featured slots are free.',
  'desk.feature.tooMany': '{count} of the selected vehicles will be refused.',
  'desk.feature.days': 'For how long',
  'desk.feature.days.hint': 'At most until the listing expires.',
  'desk.feature.forDays.one': '{count} day',
  'desk.feature.forDays.other': '{count} days',
  'desk.feature.none': 'Your plan {plan} has no featured slots.',
  'desk.feature.full':
    'All {used} featured slots of your plan {plan} are in use. Stop featuring another vehicle, or choose a larger plan.',
  'desk.feature.plans': 'Compare plans',
  'desk.bulkPrice.percent': 'Change',
  'desk.bulkPrice.percent.hint': '-5 lowers prices by 5%, 5 raises them.',
  'desk.bulkPrice.round': 'Round to',
  'desk.bulkPrice.round.none': 'Do not round',
  'desk.bulkPrice.preview': 'Old and new prices',
  'desk.bulkPrice.old': 'Old price',
  'desk.bulkPrice.new': 'New price',
  'desk.bulkPrice.fixed.one': '{count} vehicle stays as it is: it is sold, suspended or without a price.',
  'desk.bulkPrice.fixed.other':
    '{count} vehicles stay as they are: they are sold, suspended or without a price.',
  'desk.bulkPrice.undo.note':
    'The new prices take effect after 10 seconds. Until then, you can undo the change.',
  'desk.bulkPrice.submit.one': 'Change {count} price',
  'desk.bulkPrice.submit.other': 'Change {count} prices',
  'desk.bulkPrice.empty': 'Enter by how many percent prices change.',
  'desk.bulkPrice.range': 'Enter a number from {min} to {max}, but not 0.',
  'desk.bulkPrice.same': 'No price would change.',
  'desk.bulkPrice.held.one': '{count} price changes in 10 seconds. Buyers do not see it before.',
  'desk.bulkPrice.held.other': '{count} prices change in 10 seconds. Buyers do not see them before.',
  'desk.bulkPrice.undone': 'The prices stay as they were.',
  'desk.bulkPrice.done.one': '{count} price changed.',
  'desk.bulkPrice.done.other': '{count} prices changed.',
};

export const stockActsDe: Readonly<Record<keyof typeof stockActsEn, string>> = {
  'desk.feature.title': 'Auf dem Marktplatz hervorheben',
  'desk.feature.brings':
    'Hervorgehobene Fahrzeuge tragen eine Kennzeichnung und stehen in Suchergebnissen weiter oben. Ein Platz wird wieder frei, wenn die Hervorhebung endet oder das Fahrzeug verkauft oder pausiert wird.',
  'desk.feature.left': '{left} von {limit} Plätzen für Hervorhebungen sind frei.',
  'desk.feature.tooMany': '{count} der ausgewählten Fahrzeuge werden abgelehnt.',
  'desk.feature.days': 'Wie lange',
  'desk.feature.days.hint': 'Höchstens bis das Inserat abläuft.',
  'desk.feature.forDays.one': '{count} Tag',
  'desk.feature.forDays.other': '{count} Tage',
  'desk.feature.none': 'Ihr Tarif {plan} enthält keine Plätze für Hervorhebungen.',
  'desk.feature.full':
    'Alle {used} Plätze für Hervorhebungen Ihres Tarifs {plan} sind belegt. Beenden Sie eine andere Hervorhebung, oder wählen Sie einen größeren Tarif.',
  'desk.feature.plans': 'Tarife vergleichen',
  'desk.bulkPrice.percent': 'Änderung',
  'desk.bulkPrice.percent.hint': '-5 senkt die Preise um 5 %, 5 erhöht sie.',
  'desk.bulkPrice.round': 'Runden auf',
  'desk.bulkPrice.round.none': 'Nicht runden',
  'desk.bulkPrice.preview': 'Alte und neue Preise',
  'desk.bulkPrice.old': 'Alter Preis',
  'desk.bulkPrice.new': 'Neuer Preis',
  'desk.bulkPrice.fixed.one':
    '{count} Fahrzeug bleibt, wie es ist: Es ist verkauft, gesperrt oder ohne Preis.',
  'desk.bulkPrice.fixed.other':
    '{count} Fahrzeuge bleiben, wie sie sind: Sie sind verkauft, gesperrt oder ohne Preis.',
  'desk.bulkPrice.undo.note':
    'Die neuen Preise gelten nach 10 Sekunden. Bis dahin können Sie die Änderung rückgängig machen.',
  'desk.bulkPrice.submit.one': '{count} Preis ändern',
  'desk.bulkPrice.submit.other': '{count} Preise ändern',
  'desk.bulkPrice.empty': 'Geben Sie ein, um wie viel Prozent sich die Preise ändern.',
  'desk.bulkPrice.range': 'Geben Sie eine Zahl von {min} bis {max} ein, außer 0.',
  'desk.bulkPrice.same': 'Kein Preis würde sich ändern.',
  'desk.bulkPrice.held.one': '{count} Preis ändert sich in 10 Sekunden. Vorher sehen Käufer ihn nicht.',
  'desk.bulkPrice.held.other': '{count} Preise ändern sich in 10 Sekunden. Vorher sehen Käufer sie nicht.',
  'desk.bulkPrice.undone': 'Die Preise bleiben, wie sie waren.',
  'desk.bulkPrice.done.one': '{count} Preis geändert.',
  'desk.bulkPrice.done.other': '{count} Preise geändert.',
};
