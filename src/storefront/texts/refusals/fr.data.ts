/** French for the refusals that buyers meet. */
import type { RefusalText } from './de.data.ts';

export const fr = {
  or: 'ou',
  'is required': 'est obligatoire',
  'is invalid': 'n’est pas valable',
  'is unknown': 'est inconnu',
  'is wrong': 'est incorrect',
  'must be a text': 'doit être un texte',
  'must be a whole number': 'doit être un nombre entier',
  'must be a number': 'doit être un nombre',
  'must be true or false': 'doit être true ou false',
  'must be a list': 'doit être une liste',
  'must be a text or null': 'doit être un texte ou null',
  'must be a number, such as 1250 or 1250.50': 'doit être un nombre, par exemple 1250 ou 1250.50',
  'must be given only once': 'ne peut être indiqué qu’une fois',
  'must not be empty': 'ne doit pas être vide',
  'must have at least {min} characters': 'doit compter au moins {min} caractères',
  'must have at most {max} characters': 'doit compter au plus {max} caractères',
  'must have at least {min} entries': 'doit compter au moins {min} éléments',
  'must have at most {max} entries': 'doit compter au plus {max} éléments',
  'must be at least {min}': 'doit être d’au moins {min}',
  'must be at most {max}': 'doit être d’au plus {max}',
  'must be more than {min}': 'doit être supérieur à {min}',
  'must be less than {max}': 'doit être inférieur à {max}',
  'must have at most two decimals': 'doit avoir au plus deux décimales',
  'must be one of {values}': 'doit être l’une de ces valeurs : {values}',
  'must be one of {values}; did you mean "{meant}"?':
    'doit être l’une de ces valeurs : {values} ; vouliez-vous dire « {meant} » ?',
  'must not contain duplicates': 'ne doit pas contenir de doublons',
  'must not contain control characters or broken Unicode':
    'ne doit contenir ni caractères de commande ni Unicode endommagé',
  'has characters that cannot be stored': 'contient des caractères qui ne peuvent pas être enregistrés',
  'has a format that is not allowed': 'n’a pas le format attendu',
  'must be an e-mail address': 'doit être une adresse e-mail',
  'must be a phone number with country code, such as +4940123456':
    'doit être un numéro de téléphone avec l’indicatif du pays, par exemple +33140123456',
  'must be a two-letter country code (ISO 3166-1), such as DE':
    'doit être un code pays de deux lettres (ISO 3166-1), par exemple FR',
  'must be a three-letter currency code (ISO 4217), such as EUR':
    'doit être un code de devise de trois lettres (ISO 4217), par exemple EUR',
  'must be a language code, such as en or de': 'doit être un code de langue, par exemple en ou fr',
  'must be a date, such as 2026-01-31': 'doit être une date, par exemple 2026-01-31',
  'must be a month, such as 2026-01': 'doit être un mois, par exemple 2026-01',
  'must be one line of 2 to 100 characters': 'doit être une ligne de 2 à 100 caractères',
  'must be an http or https address': 'doit être une adresse http ou https',
  'must be in the future': 'doit être dans l’avenir',
  'More than {count} fields are invalid.': 'Plus de {count} champs sont incorrects.',
  '{count} fields are invalid.': '{count} champs sont incorrects.',
  'A text has characters that cannot be stored.':
    'Un texte contient des caractères qui ne peuvent pas être enregistrés.',

  // Passwords
  'must have at least {min} characters and an uppercase letter':
    'doit compter au moins {min} caractères et une majuscule',
  'must have at least {min} characters and a number': 'doit compter au moins {min} caractères et un chiffre',
  'must have at least {min} characters, an uppercase letter and a number':
    'doit compter au moins {min} caractères, une majuscule et un chiffre',
  'must have an uppercase letter': 'doit contenir une majuscule',
  'must have a number': 'doit contenir un chiffre',
  'must have an uppercase letter and a number': 'doit contenir une majuscule et un chiffre',
  'cannot be used as a password': 'ne convient pas comme mot de passe',
  'is one of the most common passwords; please choose another one':
    'fait partie des mots de passe les plus courants ; veuillez en choisir un autre',
  'is required: the change lets API keys in that were kept out':
    'est nécessaire : la modification admet des clés API qui étaient refusées',
  'must differ from the current password': 'doit être différent du mot de passe actuel',
  'is not the password of the account': 'n’est pas le mot de passe du compte',
  'must match the new password': 'doit être identique au nouveau mot de passe',

  // Signing in, registering, the account
  'The e-mail address or the password is wrong.': 'L’adresse e-mail ou le mot de passe est incorrect.',
  'There were too many wrong passwords for this account; try again in {seconds} seconds, or reset the password.':
    'Trop de mots de passe incorrects pour ce compte. Réessayez dans {seconds} secondes ou réinitialisez le mot de passe.',
  'Too many sign-ins at once. Please try again shortly.':
    'Trop de connexions en même temps. Veuillez réessayer dans un instant.',
  'This account is suspended. Please contact support.':
    'Ce compte est suspendu. Veuillez contacter l’assistance.',
  'An account with this e-mail address already exists.': 'Un compte existe déjà avec cette adresse e-mail.',
  'are for sellers only': 'sont réservés aux vendeurs',
  'is the address of the account already': 'est déjà celle du compte',
  'An account can ask for {max} changes of its address in an hour; wait until then.':
    'Un compte peut demander {max} changements d’adresse par heure ; veuillez patienter.',
  'The code is wrong, used up or expired; ask for the change again.':
    'Le code est incorrect, épuisé ou expiré ; veuillez refaire la demande.',
  'The code is wrong, used up or expired; ask for a new one.':
    'Le code est incorrect, épuisé ou expiré ; veuillez en demander un nouveau.',
  'The link is invalid or expired; request a new email.':
    'Le lien n’est pas valable ou a expiré. Demandez un nouvel e-mail.',
  'The verification code is wrong, used up or expired; ask for a new one.':
    'Le code de vérification est incorrect, épuisé ou expiré ; veuillez en demander un nouveau.',
  'The reset token is wrong, used or expired; ask for a new one.':
    'Le lien de réinitialisation est incorrect, déjà utilisé ou expiré ; veuillez en demander un nouveau.',
  'An account gets {max} codes an hour; wait until then.':
    'Un compte reçoit {max} codes par heure ; veuillez patienter.',
  'All accounts together get {max} codes a day; wait until tomorrow.':
    'Tous les comptes ensemble reçoivent {max} codes par jour ; veuillez attendre demain.',
  'An address gets {max} codes a day; wait until tomorrow.':
    'Une adresse reçoit {max} codes par jour ; veuillez attendre demain.',
  'A number gets {max} codes a day; wait until tomorrow.':
    'Un numéro reçoit {max} codes par jour ; veuillez attendre demain.',
  'People at one network address get {max} codes a day; wait until tomorrow.':
    'Une adresse réseau reçoit {max} codes par jour ; veuillez attendre demain.',
  'This market sends no text messages, so it verifies no numbers.':
    'Ce site n’envoie pas de SMS et ne vérifie donc aucun numéro.',
  'is needed: the account has none': 'est nécessaire : le compte n’en a pas',
  'The number is verified already.': 'Le numéro est déjà vérifié.',
  'must be a file (multipart/form-data, field avatar)':
    'doit être un fichier (multipart/form-data, champ avatar)',
  'The session has ended.': 'La session est terminée.',
  'This needs a credential: Authorization: Bearer <access token>, or an API key.': 'Veuillez vous connecter.',
  'The session of this access token has ended; sign in again.':
    'Votre session est terminée ; veuillez vous reconnecter.',
  'The access token has expired; exchange the refresh token for a new one.':
    'Votre connexion a expiré ; veuillez vous reconnecter.',
  'The access token is not valid.': 'Votre connexion n’est pas valable ; veuillez vous reconnecter.',
  'The refresh token is not valid or was used before; sign in again.':
    'Votre connexion n’est plus valable ; veuillez vous reconnecter.',
  'This needs a sign-in of the last 15 minutes. Sign in again.':
    'Il faut pour cela une connexion de moins de 15 minutes. Veuillez vous reconnecter.',
  'began more than 15 minutes ago': 'a commencé il y a plus de 15 minutes',
  'This needs a verified e-mail address: enter the code that was sent to it, or ask for a new one.':
    'Votre adresse e-mail doit être vérifiée : saisissez le code reçu ou demandez-en un nouveau.',
  'API keys need a verified e-mail address: enter the code that was sent to it, or ask for a new one.':
    'Pour les clés d’API, votre adresse e-mail doit être vérifiée : saisissez le code reçu ou demandez-en un nouveau.',
  'Documents need a verified e-mail address: enter the code that was sent to it, or ask for a new one.':
    'Pour les documents, votre adresse e-mail doit être vérifiée : saisissez le code reçu ou demandez-en un nouveau.',
  'Documents need a verified e-mail address: enter the code that was sent to it, or send them later.':
    'Pour les documents, votre adresse e-mail doit être vérifiée : saisissez le code reçu ou envoyez-les plus tard.',
  'must have at least one file (multipart/form-data, field documents)': 'doit contenir au moins un fichier',
  'A seller can have {max} documents; {count} are there. Delete some first.':
    'Un vendeur peut avoir {max} documents ; il y en a {count}. Supprimez-en d’abord.',
  'Registrations from your network have sent {max} MB of documents today. Register without documents, and send them once your e-mail address is verified.':
    'Votre réseau a déjà envoyé {max} Mo de documents aujourd’hui. Inscrivez-vous sans documents et envoyez-les une fois votre adresse e-mail vérifiée.',
  'Only the account of a buyer can become that of a seller.':
    'Seul le compte d’un acheteur peut devenir celui d’un vendeur.',
  "An account without a seller's plan can have {max} API keys; revoke one first.":
    'Un compte sans abonnement de vendeur peut avoir {max} clés d’API ; révoquez-en d’abord une.',
  'The API key is expired: only an active one can be regenerated.':
    'La clé d’API a expiré : seule une clé active peut être régénérée.',
  'The API key is replaced: only an active one can be regenerated.':
    'La clé d’API a été remplacée : seule une clé active peut être régénérée.',
  'must be an IPv4 or IPv6 address or a range, such as 192.0.2.0/24':
    'doit être une adresse IPv4 ou IPv6 ou une plage, par exemple 192.0.2.0/24',

  // Not there
  'There is no such resource.': 'Cela n’existe pas.',
  'There is no such page.': 'Cette page n’existe pas.',
  'There is nothing at {path}.': 'Il n’y a rien à l’adresse {path}.',
  'There is no such account.': 'Ce compte n’existe pas.',
  'There is no such user.': 'Ce compte n’existe pas.',
  'There is no such session.': 'Cette session n’existe pas.',
  'There is no such document.': 'Ce document n’existe pas.',
  'There is no such export.': 'Cet export n’existe pas.',
  'There is no such API key.': 'Cette clé d’API n’existe pas.',
  'There is no such listing.': 'Cette annonce n’existe pas.',
  'There is no such seller.': 'Ce vendeur n’existe pas.',
  'There is no such favorite.': 'Cette annonce n’est pas dans vos favoris.',
  'There is no such saved search.': 'Cette recherche enregistrée n’existe pas.',
  'There is no such comparison.': 'Cette comparaison n’existe pas.',
  'There is no such shared comparison.': 'Cette comparaison partagée n’existe pas.',
  'There is no such conversation.': 'Cette conversation n’existe pas.',
  'There is no such message.': 'Ce message n’existe pas.',
  'There is no such message in this conversation.': 'Ce message n’existe pas dans cette conversation.',
  'There is no such participant.': 'Ce participant n’existe pas.',
  'There is no such block.': 'Ce blocage n’existe pas.',
  'There is no such attachment.': 'Cette pièce jointe n’existe pas.',
  'There is no such notification.': 'Cette notification n’existe pas.',
  'There is no such report.': 'Ce signalement n’existe pas.',
  'There is no such review.': 'Cet avis n’existe pas.',
  'There is no such decision.': 'Cette décision n’existe pas.',
  'There is no such file.': 'Ce fichier n’existe pas.',
  'There is no such invitation.': 'Cette invitation n’existe pas.',
  'There is no such category.': 'Cette catégorie n’existe pas.',
  'There is no such brand.': 'Cette marque n’existe pas.',
  'There is no such info page.': 'Cette page d’information n’existe pas.',
  'The listing has left the market.': 'L’annonce n’est plus en ligne.',

  // Limits and outages
  'Too many requests; try again in {seconds} seconds.':
    'Trop de requêtes ; veuillez réessayer dans {seconds} secondes.',
  'The server can store nothing at the moment. Please try again later.':
    'Le serveur ne peut rien enregistrer en ce moment. Veuillez réessayer plus tard.',
  'The server cannot reach its database at the moment. Please try again shortly.':
    'Le serveur ne parvient pas à joindre sa base de données. Veuillez réessayer dans un instant.',
  'The server is too busy at the moment. Please try again shortly.':
    'Le serveur est trop sollicité en ce moment. Veuillez réessayer dans un instant.',
  'Another change to the same data is still being saved. Try again in a second.':
    'Une autre modification des mêmes données est encore en cours d’enregistrement. Veuillez réessayer dans une seconde.',
  'Too many changes of this account are being saved at the same time. Send fewer at once, and try again in a second.':
    'Trop de modifications de ce compte sont enregistrées en même temps. Envoyez-en moins à la fois et réessayez dans une seconde.',
  'The search is out of reach. Please try again shortly.':
    'La recherche est indisponible. Veuillez réessayer dans un instant.',
  'There is no room for files at the moment.': 'Il n’y a plus de place pour des fichiers en ce moment.',
  'The file storage cannot be reached. Please try again shortly.':
    'Le stockage des fichiers est indisponible. Veuillez réessayer dans un instant.',
  'Storing the files took too long. Please try again.':
    'L’enregistrement des fichiers a pris trop de temps. Veuillez réessayer.',
  'Your images took too much processing time. Try again in {seconds} seconds.':
    'Vos images ont demandé trop de temps de calcul. Réessayez dans {seconds} secondes.',
  'You can have {max} uploads of images processed at once. Try again when one of them is done.':
    'Vous pouvez faire traiter {max} envois d’images à la fois. Réessayez lorsque l’un d’eux sera terminé.',
  'Too many pictures are being processed. Please try again shortly.':
    'Trop de photos sont en cours de traitement. Veuillez réessayer dans un instant.',
  'Something went wrong on our side. Please quote the request id {id} when you contact us.':
    'Une erreur est survenue de notre côté. Indiquez-nous le numéro de requête {id} si vous nous écrivez.',
  'The request could not be read.': 'La requête n’a pas pu être lue.',
  'The first request with this Idempotency-Key is still running, or it took effect and its response was lost.':
    'C’est déjà envoyé : en cours, ou déjà fait.',
  'This Idempotency-Key was used for a different request.':
    'Ce formulaire a déjà été envoyé avec un autre contenu ; veuillez recharger la page.',
  'This form is not known.': 'Ce formulaire n’est pas connu.',
  'This form cannot be read; please begin again.':
    'Ce formulaire ne peut pas être lu ; veuillez recommencer.',
  'This marketplace is at {origin}: open the page there. The operator can set BASE_URL to another address.':
    'Ce site se trouve à l’adresse {origin} : ouvrez-y la page. L’exploitant peut définir une autre adresse avec BASE_URL.',
  'This is only for the pages of the market itself.': 'Cela est réservé aux pages du site lui-même.',

  // Search filters
  'There is no parameter "{name}".': 'Il n’y a pas de paramètre « {name} ».',
  'There is no parameter "{name}"; did you mean "{meant}"?':
    'Il n’y a pas de paramètre « {name} » ; vouliez-vous dire « {meant} » ?',
  'cannot be "{value}"; did you mean "{meant}"?':
    'ne peut pas être « {value} » ; vouliez-vous dire « {meant} » ?',
  'cannot be "{value}"; it is one of {values}':
    'ne peut pas être « {value} », mais l’une de ces valeurs : {values}',
  'cannot be "{value}"; it is one of {values} and {more} more':
    'ne peut pas être « {value} », mais l’une de ces valeurs : {values} et {more} autres',
  'cannot be "{value}": it is a two-letter code, such as DE':
    'ne peut pas être « {value} » : c’est un code de deux lettres, par exemple FR',
  'cannot be "{value}": it is a two-letter code; did you mean "{meant}"?':
    'ne peut pas être « {value} » : c’est un code de deux lettres ; vouliez-vous dire « {meant} » ?',
  'cannot be "{value}": a slug has lower-case letters, digits and hyphens':
    'ne peut pas être « {value} » : seuls les minuscules, les chiffres et les traits d’union sont admis',
  'cannot be "{value}": a slug has lower-case letters, digits and hyphens; did you mean "{meant}"?':
    'ne peut pas être « {value} » : seuls les minuscules, les chiffres et les traits d’union sont admis ; vouliez-vous dire « {meant} » ?',
  'The city "{name}" is not known.': 'La ville « {name} » n’est pas connue.',
  'The city "{name}" is not known; did you mean "{meant}"?':
    'La ville « {name} » n’est pas connue ; vouliez-vous dire « {meant} » ?',
  'The region "{name}" is not known.': 'La région « {name} » n’est pas connue.',
  '"{name}" is not known': '« {name} » n’est pas connu',
  '"{name}" is not known; did you mean "{meant}"?':
    '« {name} » n’est pas connu ; vouliez-vous dire « {meant} » ?',
  'needs {other} beside it': 'nécessite aussi {other}',
  'needs a centre: lat and lng, or a city': 'nécessite un centre : lat et lng, ou une ville',
  'by distance needs a centre: lat and lng, or a city with radius':
    'par distance nécessite un centre : lat et lng, ou une ville avec un rayon',
  'is above {max}': 'est supérieur à {max}',
  'page times limit reaches at most {rows} rows; narrow the search instead':
    'ne peut aller au-delà de {rows} résultats ; veuillez affiner la recherche',
  'page times limit reaches at most {rows} rows; narrow the search instead.':
    'La liste s’arrête au résultat {rows} ; veuillez affiner la recherche.',

  // Favorites, saved searches, comparisons
  'This listing is already one of your favorites.': 'Cette annonce est déjà dans vos favoris.',
  'You can save at most {max} searches.': 'Vous pouvez enregistrer au plus {max} recherches.',
  'You have {max} comparisons, which is the maximum.': 'Vous avez {max} comparaisons, c’est le maximum.',
  'is not a visible listing': 'n’est pas une annonce visible',
  'is not a parameter of a search': 'n’est pas un paramètre de recherche',

  // Messages
  'You can send {max} messages a minute; try again in {seconds} seconds.':
    'Vous pouvez envoyer {max} messages par minute ; veuillez réessayer dans {seconds} secondes.',
  'You can begin {max} conversations a day; try again in {seconds} seconds.':
    'Vous pouvez ouvrir {max} conversations par jour ; veuillez réessayer dans {seconds} secondes.',
  'You can send {max} MB of attachments a day.': 'Vous pouvez envoyer {max} Mo de pièces jointes par jour.',
  'Attachments cannot have this type.': 'Ce type de fichier ne peut pas être joint.',
  '{name} is not a complete PDF, or is a file of another type as well':
    '{name} n’est pas un PDF complet, ou est aussi un fichier d’un autre type',
  'This link has expired; read the message again for a new one.':
    'Ce lien a expiré ; veuillez rouvrir le message.',
  'This is your own listing; there is nobody to write to.':
    'C’est votre propre annonce ; vous ne pouvez pas vous écrire.',
  'The listing is {state}; a conversation can be begun only while it is ACTIVE.':
    'L’annonce est à l’état {state} ; une conversation ne peut s’ouvrir qu’à l’état ACTIVE.',
  'The seller does not accept messages at present.': 'Le vendeur n’accepte pas de messages pour le moment.',
  'The seller is suspended; its conversations are closed to new messages until it is reinstated.':
    'Le vendeur est suspendu ; ses conversations sont fermées aux nouveaux messages jusqu’à son retour.',
  'The other side has deleted its account and cannot receive messages.':
    'L’autre partie a supprimé son compte et ne peut pas recevoir de messages.',
  'You have blocked this participant; unblock them to write to them.':
    'Vous avez bloqué ce participant ; débloquez-le pour lui écrire.',
  'This participant does not accept messages from you.': 'Ce participant n’accepte pas vos messages.',

  // Reports, reviews, objections
  'You have already reported this message; it is being reviewed.':
    'Vous avez déjà signalé ce message ; il est en cours d’examen.',
  'You have already reported this review; it is being reviewed.':
    'Vous avez déjà signalé cet avis ; il est en cours d’examen.',
  'You have already reported this listing; it is being reviewed.':
    'Vous avez déjà signalé cette annonce ; elle est en cours d’examen.',
  'There have been {max} reports without an account from your network today. Sign in to report more.':
    'Votre réseau a déjà envoyé {max} signalements sans compte aujourd’hui. Connectez-vous pour continuer.',
  'Only messages from the other side can be reported.':
    'Seuls les messages de l’autre partie peuvent être signalés.',
  'A listing of your own can be changed or deleted, not reported.':
    'Votre propre annonce peut être modifiée ou supprimée, pas signalée.',
  'Your own review can be changed or deleted, not reported.':
    'Votre propre avis peut être modifié ou supprimé, pas signalé.',
  'Only buyers can write reviews.': 'Seuls les acheteurs peuvent donner un avis.',
  'A review can be written after a conversation with the seller: write to them, and wait for an answer.':
    'Vous pouvez donner un avis après une conversation avec le vendeur : écrivez-lui et attendez sa réponse.',
  'You have already reviewed this seller; you can change your review.':
    'Vous avez déjà donné votre avis sur ce vendeur ; vous pouvez le modifier.',
  'Six months have passed; nobody can object to this decision now.':
    'Six mois ont passé ; cette décision ne peut plus être contestée.',
  'There is an objection to this decision already.': 'Cette décision est déjà contestée.',

  // Files and pictures
  '{name} is damaged or cut off and cannot be read':
    '{name} est endommagé ou incomplet et ne peut pas être lu',
  '{name} is not a JPEG, PNG, WebP or AVIF image': '{name} n’est pas une image JPEG, PNG, WebP ou AVIF',
  '{name} has more than {max} megapixels, the most for AVIF; send a smaller one, or a JPEG':
    '{name} a plus de {max} mégapixels, la limite pour AVIF ; envoyez une image plus petite ou un JPEG',
  '{name} has more than {max} megapixels': '{name} a plus de {max} mégapixels',
  '{name} has a side of more than {max} pixels': '{name} a un côté de plus de {max} pixels',
  '{name} has a side of less than {min} pixels': '{name} a un côté de moins de {min} pixels',
  '{name} has more than one frame; a still image is needed': '{name} est animé ; il faut une image fixe',
  '{name} takes too long to read': '{name} prend trop de temps à lire',
  '{name} is larger than {max} MB.': '{name} dépasse {max} Mo.',
  'A file is larger than {max} MB.': 'Un fichier dépasse {max} Mo.',
  '{name} is not a file of an accepted type: {types}.': '{name} n’est pas dans un format accepté : {types}.',
  'At most {max} files can be sent at once.': 'Vous pouvez envoyer au plus {max} fichiers à la fois.',
  'The body is larger than 1 MiB.': 'C’est trop à la fois : 1 Mio au plus.',
  'The form field {name} is too large.': 'Le champ {name} est trop volumineux.',
  'The multipart form is broken or was cut off.': 'L’envoi est endommagé ou a été interrompu.',

  // Of accounts in general
  'An administrator who views the market as somebody else cannot change anything. End the view first.':
    'Un administrateur qui voit le site comme quelqu’un d’autre ne peut rien modifier. Quittez d’abord cette vue.',
  'This needs the role {either}.': 'Cela demande le rôle {either}.',
  'Your own company is not empty, so you cannot leave it for this team. It must have no other members or open invitations, no listings, conversations, reviews or payments, and the free plan.':
    'Votre propre entreprise n’est pas vide, vous ne pouvez donc pas la quitter pour cette équipe. Elle ne doit avoir ni autres membres, ni invitations en cours, ni annonces, conversations, avis ou paiements, et seulement la formule gratuite.',
  'You already belong to a seller; leave that team first.':
    'Vous faites déjà partie d’un vendeur ; quittez d’abord cette équipe.',
  'You are the only owner of a seller that has other members; first make one of them an owner, or remove them.':
    'Vous êtes le seul propriétaire d’un vendeur qui a d’autres membres ; nommez-en un propriétaire ou retirez-les d’abord.',
  'This is the workspace of dealers. Your account does not belong to one.':
    'C’est l’espace des vendeurs. Votre compte n’appartient à aucun d’eux.',
  'This is the desk of administrators. Your account is not one of theirs.':
    'C’est l’espace des administrateurs. Votre compte n’en fait pas partie.',

  // Plans
  'For the occasional vehicle.': 'Pour un véhicule de temps en temps.',
  'For a small yard.': 'Pour un petit parc.',
  'For a dealer with a steady stock.': 'Pour un vendeur au stock régulier.',
  'For a large dealer.': 'Pour un grand vendeur.',
  'For groups and manufacturers, by agreement.': 'Pour les groupes et les constructeurs, sur accord.',
} as const satisfies Readonly<Partial<Record<RefusalText, string>>>;
