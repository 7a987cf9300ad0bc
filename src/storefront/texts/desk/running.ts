/** The overview: money by plan, and how the market runs. */
export const runningEn = {
  'desk.admin.revenue': 'Revenue by plan',
  'desk.admin.revenue.note': 'Invoiced in each month, without VAT and less what was credited.',
  'desk.admin.revenue.none': 'Nothing has been invoiced in twelve months.',
  'desk.admin.revenue.unit': '{currency} a month',
  'desk.admin.revenue.sum': '{amount} in twelve months',
  'desk.admin.health.mails.now': '{sent} sent and {failed} given up in 24 hours, {queued} waiting.',
  'desk.admin.health.mails.failed.one':
    '{count} mail could not be sent. Look at its reason and address, then try again.',
  'desk.admin.health.mails.failed.other':
    '{count} mails could not be sent. Look at their reasons and addresses, then try again.',
  'desk.admin.health.mails.late':
    'One has waited for {span}. Check whether the mail server of SMTP_URL answers.',
  'desk.admin.health.mails.reason': 'The last one failed with: {reason}',
  'desk.admin.health.index': 'Search index',
  'desk.admin.health.index.now': '{seconds} seconds and {changes} changes behind.',
  'desk.admin.health.index.unknown': 'Nobody knows how far it is behind.',
  'desk.admin.health.index.late':
    'Searches show old listings. Look at /readyz?verbose: the server is overloaded, or the search cluster does not answer.',
  'desk.admin.speed': 'What is slow, what fails',
  'desk.admin.speed.note':
    'Since the server was started, on the machine that answers. The slowest are those that 95 of 100 requests wait longest for.',
  'desk.admin.speed.slow': 'Slowest endpoints',
  'desk.admin.speed.slow.unit': 'milliseconds on average, by rank',
  'desk.admin.speed.slow.todo':
    'Compare with the slow statements. If everything is slow, the machine or the database has too much to do.',
  'desk.admin.speed.endpoint': 'Endpoint',
  'desk.admin.speed.requests': 'Requests',
  'desk.admin.speed.average': 'Average',
  'desk.admin.speed.within': '95 of 100 within',
  'desk.admin.speed.longer': 'over 10 s',
  'desk.admin.speed.ms': '{count} ms',
  'desk.admin.speed.statements': 'Slowest statements of the last five minutes',
  'desk.admin.speed.statement': 'Statement',
  'desk.admin.speed.longest': 'Longest',
  'desk.admin.speed.statements.todo':
    'The log has the text of those over a second. Fresh statistics (analyze) often help; else an index is missing.',
  'desk.admin.speed.failing': 'Failing endpoints',
  'desk.admin.speed.failed': 'Answered with 5xx',
  'desk.admin.speed.failing.todo': 'The log has the cause of each, beside the id of its request.',
  'desk.admin.speed.jobs': 'Failing jobs',
  'desk.admin.speed.gaveUp': 'Given up',
  'desk.admin.speed.retried': 'Tries that failed',
  'desk.admin.speed.done': 'Done',
  'desk.admin.speed.jobs.todo':
    'Tries are repeated by themselves. What was given up waits below Operations for you to run it again.',
  'desk.admin.speed.nothingFails': 'No endpoint and no job has failed.',
};

export const runningDe: Readonly<Record<keyof typeof runningEn, string>> = {
  'desk.admin.revenue': 'Umsatz nach Tarif',
  'desk.admin.revenue.note': 'Je Monat berechnet, ohne Umsatzsteuer und abzüglich der Gutschriften.',
  'desk.admin.revenue.none': 'In zwölf Monaten wurde nichts berechnet.',
  'desk.admin.revenue.unit': '{currency} im Monat',
  'desk.admin.revenue.sum': '{amount} in zwölf Monaten',
  'desk.admin.health.mails.now': '{sent} gesendet und {failed} aufgegeben in 24 Stunden, {queued} warten.',
  'desk.admin.health.mails.failed.one':
    '{count} Mail ließ sich nicht senden. Sehen Sie sich Grund und Adresse an, dann versuchen Sie es noch einmal.',
  'desk.admin.health.mails.failed.other':
    '{count} Mails ließen sich nicht senden. Sehen Sie sich Gründe und Adressen an, dann versuchen Sie es noch einmal.',
  'desk.admin.health.mails.late':
    'Eine wartet seit {span}. Prüfen Sie, ob der Mailserver aus SMTP_URL antwortet.',
  'desk.admin.health.mails.reason': 'Zuletzt scheiterte es mit: {reason}',
  'desk.admin.health.index': 'Suchindex',
  'desk.admin.health.index.now': '{seconds} Sekunden und {changes} Änderungen im Rückstand.',
  'desk.admin.health.index.unknown': 'Niemand weiß, wie weit er im Rückstand ist.',
  'desk.admin.health.index.late':
    'Suchen zeigen veraltete Inserate. Sehen Sie unter /readyz?verbose nach: Der Server ist überlastet, oder der Suchcluster antwortet nicht.',
  'desk.admin.speed': 'Was langsam ist, was scheitert',
  'desk.admin.speed.note':
    'Seit dem Start des Servers, auf der Maschine, die antwortet. Am langsamsten ist, worauf 95 von 100 Anfragen am längsten warten.',
  'desk.admin.speed.slow': 'Langsamste Endpunkte',
  'desk.admin.speed.slow.unit': 'Millisekunden im Mittel, nach Rang',
  'desk.admin.speed.slow.todo':
    'Vergleichen Sie mit den langsamen Anweisungen. Ist alles langsam, haben Maschine oder Datenbank zu viel zu tun.',
  'desk.admin.speed.endpoint': 'Endpunkt',
  'desk.admin.speed.requests': 'Anfragen',
  'desk.admin.speed.average': 'Mittel',
  'desk.admin.speed.within': '95 von 100 in',
  'desk.admin.speed.longer': 'über 10 s',
  'desk.admin.speed.ms': '{count} ms',
  'desk.admin.speed.statements': 'Langsamste Anweisungen der letzten fünf Minuten',
  'desk.admin.speed.statement': 'Anweisung',
  'desk.admin.speed.longest': 'Längste',
  'desk.admin.speed.statements.todo':
    'Den Text derer über einer Sekunde hat das Log. Oft helfen frische Statistiken (analyze), sonst fehlt ein Index.',
  'desk.admin.speed.failing': 'Scheiternde Endpunkte',
  'desk.admin.speed.failed': 'Mit 5xx beantwortet',
  'desk.admin.speed.failing.todo': 'Die Ursache steht im Log, neben der Nummer der Anfrage.',
  'desk.admin.speed.jobs': 'Scheiternde Aufgaben',
  'desk.admin.speed.gaveUp': 'Aufgegeben',
  'desk.admin.speed.retried': 'Gescheiterte Versuche',
  'desk.admin.speed.done': 'Erledigt',
  'desk.admin.speed.jobs.todo':
    'Versuche wiederholen sich von selbst. Was aufgegeben wurde, wartet unter Betrieb darauf, dass Sie es noch einmal starten.',
  'desk.admin.speed.nothingFails': 'Kein Endpunkt und keine Aufgabe ist gescheitert.',
};
