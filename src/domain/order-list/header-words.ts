/**
 * What a column is for. `number` is `No.` or `#`, a product or a position depending on what stands beneath;
 * `other` is known and none of our business: prices, order dates, colours.
 */
export type ColumnRole = 'product' | 'name' | 'number' | 'position' | 'quantity' | 'unit' | 'neededBy' | 'other';

type Rule = readonly [role: ColumnRole, rank: number, pattern: RegExp];

const goods =
  '(?:products?|produkte?|produits?|productos?|articles?|artikel|articulos?|art|items?|material|materials|materiau|materiaal|mat|parts?|teile?|pieza|goods|ware|waren|catalog(?:ue)?|katalog|style|model|modell)';
const number =
  '(?:ids?|no|nos|nr|nrs|num|number|numbers|nummer|nummern|numero|nro|n|code|codes|kode|codigo|cod|ref|reference|referenz|key|ident)';
const quantity =
  '(?:qty|qtys|qnty|quant|quantity|quantities|menge|mengen|anzahl|stuckzahl|quantite|quantites|qte|qtes|aantal|aantallen|hoeveelheid|cantidad|cantidades|cant|cdad|ctd)';
const pieces =
  '(?:pieces?|pcs|pces|stuck|stueck|stk|stck|stuks?|piezas?|pzas|units|unites|unidades|uds|metres?|meters?|metros?|mtrs?|lfm|laufmeter|rollen|rolls)';
const of = '(?: (?:de|du|des|d|of|del|der|la|le|l|von|van|the))*';

/** Folded header words in five languages. The first rule that matches decides, so what only contains a word for something else stands before it. */
export const headerRules: readonly Rule[] = [
  [
    'other',
    0,
    /\b(?:unit |list |sales |net |gross )?(?:price|prices|cost|discount|tax|vat|currency|eur|euro|euros|usd|chf|gbp)\b|preis|\b(?:betrag|gesamtbetrag|rabatt|wert|warenwert|mwst|ust|steuer|brutto|netto|wahrung)\b|\b(?:prix|montant|remise|tva|ht|ttc|cout|devise)\b|prijs|\b(?:bedrag|korting|btw|waarde|valuta)\b|\b(?:precio|precios|importe|descuento|iva|coste|moneda|valor)\b|^(?:value|subtotal|total|totaal|summe|gesamt)$/,
  ],
  [
    'other',
    0,
    /\b(?:order|ordered|created|creation|invoice|document|entry|booking|posting|print|update|updated|change|changed) (?:date|on|at)\b|\bdate (?:ordered|created|of order)\b|(?:bestell|auftrags|rechnungs|beleg|erstell|anlage)datum|\bdate(?: de)?(?: la)? (?:commande|creation|facture)\b|\b(?:bestel|order|factuur)datum\b|\bfecha(?: de| del)? (?:pedido|creacion|factura|orden)\b|\b(?:lead time|lieferzeit|delai de livraison jours|levertijd|plazo de entrega dias)\b/,
  ],
  [
    'neededBy',
    1,
    /\b(?:need|needed|require|required|request|requested|want|wanted|desired)\b.*\b(?:by|date|on|before|for|delivery|until)\b|\b(?:delivery|ship|shipping|dispatch|due|arrival|latest|target)\b.*\b(?:date|by|day|deadline)\b|\bdeliver (?:by|on|before)\b|^(?:need by|due|deadline|delivery|by|until|when|eta|etd|ship by|date (?:needed|required|requested|wanted|due|of delivery))$/,
  ],
  [
    'neededBy',
    1,
    /liefer(?:datum|termin|tag|zeitpunkt|frist)|wunsch(?:termin|datum|liefertermin|lieferdatum)|\b(?:benotigt|benoetigt|gebraucht|erforderlich|gewunscht|liefern|lieferung)\b.*\b(?:bis|am|zum|per|datum)\b|bedarfs?(?:termin|datum)|\btermin\b|\bfallig(?:keit)?\b|^(?:bis|bis wann|bis zum|wann|spatestens|lieferung|benotigt|datum benotigt)$/,
  ],
  [
    'neededBy',
    1,
    /\bdate\b.*\b(?:livraison|souhaitee|voulue|besoin|requise|limite|expedition|reception|prevue|necessaire)\b|\b(?:requis|besoin|necessaire|souhaite|voulu|livrer|livraison)\b.*\b(?:pour|le|avant|date|souhaitee|prevue)\b|^(?:livraison|delai|echeance|pour le|avant le)$|\bleve?r(?:ings)?datum\b|\b(?:gewenste|gevraagde|uiterste|verwachte)\b.*(?:datum|levering)|\bnodig (?:voor|op|tegen|voor op)\b|^(?:levering|nodig|tegen|uiterlijk)$|\bfecha\b.*\b(?:entrega|requerida|deseada|necesaria|limite|envio|solicitada)\b|\b(?:necesario|necesaria|requerido|entregar) (?:para|el|antes)\b|^(?:entrega|plazo|para el)$/,
  ],
  ['neededBy', 3, /^(?:dates?|datum|fecha|day|tag|jour|dia)$/],
  [
    'product',
    6,
    new RegExp(
      `\\b(?:customer|client|kunden?|klant|cliente|our|unsere?|notre|onze|nuestr[oa]|manufacturer|hersteller|mfg|mfr)\\b.*\\b(?:${goods}|sku)\\b|kundenart|kundenmaterial|herstellerart|klantart`,
    ),
  ],
  [
    'position',
    0,
    /^(?:pos|posn|position|positions|posten|line|row|zeile|lfd|laufende|ligne|rang|regel|linea|posicion|seq|sequence|index|rownum|item line|line item|order line)(?: (?:no|nr|number|num|nummer|numero|id|item))?$|^(?:n|no|nr|num|numero)(?: de)? (?:ligne|linea|regel|zeile|position|pos)$|^(?:zeilen|positions|regel|lfd|order line)(?:nr|nummer| nr)$/,
  ],
  ['number', 0, /^(?:id|no|nr|n|num|number|nummer|numero|nro)$/],
  [
    'other',
    0,
    new RegExp(
      `\\b(?:delivered|available|stock|on hand|min|minimum|moq|max|pack|packs|packing|per|pro|par|por|shipped|invoiced|received|backorder|backordered|reserved|cancelled|geliefert|verfugbar|bestand|lagerbestand|mindest|verpackung|livree?s?|disponibles?|conditionnement|geleverd|beschikbaar|voorraad|verpakking|entregad[oa]s?|existencias?|minim[oa])\\b.*|(?:mindest|liefer|verpackungs|lager)(?:bestell)?menge|\\bvpe\\b`,
    ),
  ],
  [
    'unit',
    0,
    /^(?:unit|uom|u m|um|measure|(?:base |sales |order )?units? of measure(?:ment)?|(?:mengen|mass|basis|verkaufs|bestell)?einheit|me|bme|vme|unite|unite de (?:mesure|vente)|u|eenheid|unidad|unidad de medida|ud medida|ud|medida)$/,
  ],
  [
    'quantity',
    2,
    new RegExp(
      `\\b(?:open|offene?|remaining|rest|restant|total|gesamt|totale?)\\b.*\\b${quantity}\\b|\\b${quantity}\\b.*\\b(?:open|remaining|total|gesamt|totale)\\b|(?:rest|offene|gesamt)menge`,
    ),
  ],
  [
    'quantity',
    1,
    new RegExp(
      `\\b${quantity}\\b|(?:bestell|auftrags|bedarfs|soll|liefer|wunsch)menge|bestelanzahl|bestellanzahl|besteld aantal|besteleenheden`,
    ),
  ],
  [
    'quantity',
    2,
    new RegExp(
      `^(?:(?:no|number|nr|n|nombre|numero|num)${of} |(?:ordered|bestellte|commandes|bestelde|in|en) )?${pieces}(?: (?:ordered|bestellt|commandes|commandees|besteld|pedidas?|pedidos))?$|^m$`,
    ),
  ],
  [
    'quantity',
    3,
    /^(?:amount|amounts|ammount|count|ordered|order|bestellt|bestellung|commande|commandee?s?|besteld|bestelling|pedido|pedidos|bedarf|besoin|nombre|volume|how many|how much|wieviel|wie viel|combien|hoeveel|cuantos|cuantas)$|^(?:order|ordered|required|requested) amount$/,
  ],
  [
    'name',
    5,
    new RegExp(
      `\\b(?:names?|descriptions?|desc|descr|designations?|libelle|intitule|bezeichnung|beschreibung|benennung|text|kurztext|omschrijving|naam|beschrijving|descripcion|denominacion|nom|nombre|title|titel|titre|titulo|wording)\\b|(?:bezeichnung|name|text|naam|omschrijving|beschreibung)$`,
    ),
  ],
  [
    'product',
    4,
    /\b(?:ean|eans|gtin|upc|barcode|bar code|isbn|strichcode|codes? barres?|code a barres|streepjescode|codigo de barras)\b|^(?:ean|gtin)/,
  ],
  [
    'product',
    1,
    new RegExp(
      `\\b${goods}${of} ${number}\\b|\\b${number}${of} ${goods}\\b|^(?:artikel|art|produkt|product|material|teile?|sach|ident|waren|item|part|catalog|katalog|lieferantenartikel|article|producto)(?:nr|no|num|nummer|number|code|id|kode|codes)$|\\b(?:supplier|vendor|lieferanten|fournisseur|leverancier|proveedor|your|ihre|votre|uw|su)\\b.*\\b${goods}\\b`,
    ),
  ],
  ['product', 1.5, /\b(?:sku|skus|stock keeping unit|asin)\b/],
  ['product', 2, new RegExp(`^${goods}$|^(?:ordered |bestellte[rs]? )?(?:product|item|artikel|article)s?$`)],
  [
    'product',
    3,
    /^(?:codes?|ref|refs|reference|references|referenz|referencia|referencias|referentie|codigo|cod|kode|best nr|bestell nr|bestellnr|bestellnummer|bestelnummer|bestelcode|order code|plu|mpn)$/,
  ],
  [
    'other',
    0,
    /\b(?:customer|client|kunde|klant|cliente|address|adresse|company|firma|contact|order|orders|auftrag|comments?|notes?|remarks?|bemerkung(?:en)?|kommentar|notiz|remarques?|commentaires?|opmerking(?:en)?|observaci(?:on|ones)|notas?|status|answer|days|colou?rs?|farbe|couleur|kleur|colores?|size|sizes|grosse|groesse|taille|maat|talla|weight|gewicht|poids|peso|width|length|height|breite|lange|hohe|largeur|longueur|hauteur|breedte|lengte|hoogte|ancho|largo|alto|origin|country|warehouse|lager|category|kategorie|categorie|categoria|brand|marke|marque|merk|marca|image|url|batch|charge|lot|packs?|quality|qualitat|qualite|kwaliteit|calidad|currency|supplier|lieferant|fournisseur|leverancier|proveedor|tel|phone|telefon|telephone|fax|mail|email|web|iban|page|seite|version|budget|room|raum)\b/,
  ],
];
