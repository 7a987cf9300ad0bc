import type { TextsByLanguage } from '../../platform/wording.ts';

const SECURITY = {
  fr: 'Vous recevez cet e-mail parce qu’il concerne la sécurité de votre compte.',
  nl: 'U ontvangt deze e-mail omdat hij over de beveiliging van uw account gaat.',
  pl: 'Otrzymujesz tę wiadomość, ponieważ dotyczy bezpieczeństwa Twojego konta.',
} as const;

/** The mails of sign-up and sign-in in the languages for buyers. */
export const moreMailTexts: TextsByLanguage = {
  fr: {
    'mails.verification.subject': '{code} est votre code de confirmation Fifthwheel',
    'mails.verification.body':
      'Bonjour {name},\n\nvotre code de confirmation est {code}. Il est valable une heure.\n\nVous pouvez aussi confirmer votre adresse avec le bouton ci-dessous, valable 24 heures.',
    'mails.verification.action': 'Confirmer mon adresse e-mail',
    'mails.verification.reason':
      'Vous recevez cet e-mail parce qu’un compte a été créé avec cette adresse. Si ce n’était pas vous, vous n’avez rien à faire.',
    'mails.email_change.subject': '{code} est votre code Fifthwheel pour la nouvelle adresse',
    'mails.email_change.body':
      'Bonjour {name},\n\nvotre compte doit recevoir cette adresse. Le code pour cela est {code}.\n\nIl est valable une heure et pour cinq essais.',
    'mails.email_change.reason':
      'Vous recevez cet e-mail parce que quelqu’un a indiqué cette adresse comme nouvelle adresse d’un compte. Si ce n’était pas vous, vous n’avez rien à faire.',
    'mails.email_changed.subject': 'L’adresse de votre compte Fifthwheel a été modifiée',
    'mails.email_changed.body':
      'Bonjour {name},\n\nl’adresse e-mail de votre compte est désormais {newEmail}. Les e-mails y sont envoyés, et vous vous connectez avec elle.\n\n' +
      'Si ce n’était pas vous, écrivez-nous sans attendre.',
    'mails.email_changed.reason': SECURITY.fr,
    'mails.password_reset.subject': 'Réinitialiser votre mot de passe Fifthwheel',
    'mails.password_reset.body':
      'Bonjour {name},\n\nun nouveau mot de passe a été demandé pour votre compte. Le lien est valable une heure et fonctionne une seule fois.\n\n' +
      'Si l’on vous demande le jeton de réinitialisation : {token}',
    'mails.password_reset.action': 'Choisir un nouveau mot de passe',
    'mails.password_reset.reason':
      'Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe reste le même.',
    'mails.password_changed.subject': 'Votre mot de passe Fifthwheel a été modifié',
    'mails.password_changed.body':
      'Bonjour {name},\n\nle mot de passe de votre compte a été modifié, et les autres appareils ont été déconnectés.\n\n' +
      'Si ce n’était pas vous, réinitialisez le mot de passe sans attendre et écrivez-nous.',
    'mails.password_changed.reason': SECURITY.fr,
    'mails.password_changed_with_keys.subject': 'Votre mot de passe Fifthwheel a été modifié',
    'mails.password_changed_with_keys.body':
      'Bonjour {name},\n\nle mot de passe de votre compte a été modifié, et les autres appareils ont été déconnectés. ' +
      'Clés API révoquées en même temps : {count}. Les programmes qui les utilisaient ont besoin de nouvelles clés.\n\n' +
      'Si ce n’était pas vous, réinitialisez le mot de passe sans attendre et écrivez-nous.',
    'mails.password_changed_with_keys.reason': SECURITY.fr,
    'mails.api_key.subject': 'Une nouvelle clé API pour votre compte Fifthwheel',
    'mails.api_key.body':
      'Bonjour {name},\n\nune clé API a été créée pour votre compte : {keyName} ({prefix}), avec les autorisations {scopes}.\n\n' +
      'Si ce n’était pas vous, révoquez la clé, réinitialisez le mot de passe sans attendre et écrivez-nous.',
    'mails.api_key.reason': SECURITY.fr,
    'mails.account_exported.subject': 'Une copie de vos données sur Fifthwheel a été établie',
    'mails.account_exported.body':
      'Bonjour {name},\n\nun administrateur de la place de marché a fait établir une copie de toutes les données de votre compte, celle que vous pouvez établir vous-même. ' +
      'Si vous ne l’avez pas demandée, écrivez-nous.',
    'mails.account_exported.reason': SECURITY.fr,
  },
  nl: {
    'mails.verification.subject': '{code} is uw bevestigingscode voor Fifthwheel',
    'mails.verification.body':
      'Beste {name},\n\nuw bevestigingscode is {code}. De code is een uur geldig.\n\nU kunt uw adres ook bevestigen met de knop hieronder. Die werkt 24 uur.',
    'mails.verification.action': 'E-mailadres bevestigen',
    'mails.verification.reason':
      'U ontvangt deze e-mail omdat met dit adres een account is aangemaakt. Was u dat niet, dan hoeft u niets te doen.',
    'mails.email_change.subject': '{code} is uw Fifthwheel-code voor het nieuwe adres',
    'mails.email_change.body':
      'Beste {name},\n\nuw account krijgt dit adres. De code daarvoor is {code}.\n\nDe code is een uur geldig, voor vijf pogingen.',
    'mails.email_change.reason':
      'U ontvangt deze e-mail omdat iemand dit adres heeft opgegeven als nieuw adres van een account. Was u dat niet, dan hoeft u niets te doen.',
    'mails.email_changed.subject': 'Het adres van uw Fifthwheel-account is gewijzigd',
    'mails.email_changed.body':
      'Beste {name},\n\nhet e-mailadres van uw account is nu {newEmail}. E-mails gaan voortaan daarheen, en u meldt zich ermee aan.\n\n' +
      'Was u dat niet, schrijf ons dan meteen.',
    'mails.email_changed.reason': SECURITY.nl,
    'mails.password_reset.subject': 'Uw Fifthwheel-wachtwoord opnieuw instellen',
    'mails.password_reset.body':
      'Beste {name},\n\nvoor uw account is een nieuw wachtwoord aangevraagd. De link is een uur geldig en werkt één keer.\n\n' +
      'Als u naar het herstelteken wordt gevraagd: {token}',
    'mails.password_reset.action': 'Nieuw wachtwoord kiezen',
    'mails.password_reset.reason':
      'Was u dat niet, dan hoeft u niets te doen: uw wachtwoord blijft hetzelfde.',
    'mails.password_changed.subject': 'Uw Fifthwheel-wachtwoord is gewijzigd',
    'mails.password_changed.body':
      'Beste {name},\n\nhet wachtwoord van uw account is gewijzigd, en andere apparaten zijn afgemeld.\n\n' +
      'Was u dat niet, stel het wachtwoord dan meteen opnieuw in en schrijf ons.',
    'mails.password_changed.reason': SECURITY.nl,
    'mails.password_changed_with_keys.subject': 'Uw Fifthwheel-wachtwoord is gewijzigd',
    'mails.password_changed_with_keys.body':
      'Beste {name},\n\nhet wachtwoord van uw account is gewijzigd, en andere apparaten zijn afgemeld. ' +
      'API-sleutels die daarbij zijn ingetrokken: {count}. Programma’s die ze gebruikten, hebben nieuwe nodig.\n\n' +
      'Was u dat niet, stel het wachtwoord dan meteen opnieuw in en schrijf ons.',
    'mails.password_changed_with_keys.reason': SECURITY.nl,
    'mails.api_key.subject': 'Een nieuwe API-sleutel voor uw Fifthwheel-account',
    'mails.api_key.body':
      'Beste {name},\n\nvoor uw account is een API-sleutel aangemaakt: {keyName} ({prefix}), met de rechten {scopes}.\n\n' +
      'Was u dat niet, trek de sleutel dan in, stel het wachtwoord meteen opnieuw in en schrijf ons.',
    'mails.api_key.reason': SECURITY.nl,
    'mails.account_exported.subject': 'Er is een kopie van uw gegevens op Fifthwheel gemaakt',
    'mails.account_exported.body':
      'Beste {name},\n\neen beheerder van de marktplaats heeft een kopie laten maken van alle gegevens van uw account, dezelfde die u zelf kunt maken. ' +
      'Hebt u daar niet om gevraagd, schrijf ons dan.',
    'mails.account_exported.reason': SECURITY.nl,
  },
  pl: {
    'mails.verification.subject': '{code} to Twój kod potwierdzenia Fifthwheel',
    'mails.verification.body':
      'Dzień dobry {name},\n\nTwój kod potwierdzenia to {code}. Jest ważny przez godzinę.\n\nMożesz też potwierdzić adres przyciskiem poniżej. Działa on przez 24 godziny.',
    'mails.verification.action': 'Potwierdź adres e-mail',
    'mails.verification.reason':
      'Otrzymujesz tę wiadomość, ponieważ na ten adres założono konto. Jeśli to nie Ty, nie musisz nic robić.',
    'mails.email_change.subject': '{code} to Twój kod Fifthwheel do nowego adresu',
    'mails.email_change.body':
      'Dzień dobry {name},\n\nTwoje konto ma otrzymać ten adres. Kod do tego to {code}.\n\nJest ważny przez godzinę i na pięć prób.',
    'mails.email_change.reason':
      'Otrzymujesz tę wiadomość, ponieważ ktoś podał ten adres jako nowy adres konta. Jeśli to nie Ty, nie musisz nic robić.',
    'mails.email_changed.subject': 'Adres Twojego konta Fifthwheel został zmieniony',
    'mails.email_changed.body':
      'Dzień dobry {name},\n\nadres e-mail Twojego konta to teraz {newEmail}. Tam będą trafiać wiadomości i nim się logujesz.\n\n' +
      'Jeśli to nie Ty, napisz do nas od razu.',
    'mails.email_changed.reason': SECURITY.pl,
    'mails.password_reset.subject': 'Nowe hasło do Fifthwheel',
    'mails.password_reset.body':
      'Dzień dobry {name},\n\nktoś poprosił o nowe hasło do Twojego konta. Link jest ważny przez godzinę i działa jeden raz.\n\n' +
      'Jeśli ktoś zapyta o token resetowania: {token}',
    'mails.password_reset.action': 'Ustaw nowe hasło',
    'mails.password_reset.reason': 'Jeśli to nie Ty, nie musisz nic robić: hasło pozostaje bez zmian.',
    'mails.password_changed.subject': 'Twoje hasło do Fifthwheel zostało zmienione',
    'mails.password_changed.body':
      'Dzień dobry {name},\n\nhasło do Twojego konta zostało zmienione, a inne urządzenia wylogowane.\n\n' +
      'Jeśli to nie Ty, od razu ustaw nowe hasło i napisz do nas.',
    'mails.password_changed.reason': SECURITY.pl,
    'mails.password_changed_with_keys.subject': 'Twoje hasło do Fifthwheel zostało zmienione',
    'mails.password_changed_with_keys.body':
      'Dzień dobry {name},\n\nhasło do Twojego konta zostało zmienione, a inne urządzenia wylogowane. ' +
      'Liczba unieważnionych przy tym kluczy API: {count}. Programy, które z nich korzystały, potrzebują nowych.\n\n' +
      'Jeśli to nie Ty, od razu ustaw nowe hasło i napisz do nas.',
    'mails.password_changed_with_keys.reason': SECURITY.pl,
    'mails.api_key.subject': 'Nowy klucz API do Twojego konta Fifthwheel',
    'mails.api_key.body':
      'Dzień dobry {name},\n\ndo Twojego konta utworzono klucz API: {keyName} ({prefix}), z uprawnieniami {scopes}.\n\n' +
      'Jeśli to nie Ty, unieważnij klucz, od razu ustaw nowe hasło i napisz do nas.',
    'mails.api_key.reason': SECURITY.pl,
    'mails.account_exported.subject': 'Utworzono kopię Twoich danych w Fifthwheel',
    'mails.account_exported.body':
      'Dzień dobry {name},\n\nadministrator serwisu zlecił utworzenie kopii wszystkich danych Twojego konta, takiej samej, jaką możesz utworzyć samodzielnie. ' +
      'Jeśli o nią nie prosisz, napisz do nas.',
    'mails.account_exported.reason': SECURITY.pl,
  },
};
