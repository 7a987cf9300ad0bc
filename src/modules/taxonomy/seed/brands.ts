import type { VehicleClass } from './vehicle-class.ts';

interface SeedBrand {
  readonly slug: string;
  readonly name: string;
  /** Classes that the maker sells in; listings of other classes are accepted, but the brand is not suggested. */
  readonly classes: readonly VehicleClass[];
  /** Known series, for suggestions; a model is free text. Engine sizes and trims belong to the variant. */
  readonly models: readonly string[];
  /**
   * Other spellings. An alias is unique only within a class: "Renault" on a truck means Renault Trucks, on a van the
   * car maker, whose own name wins. Compare the name first, then the aliases, per class.
   */
  readonly aliases: readonly string[];
}

/** Models and aliases are separated by commas. */
type Row = readonly [
  slug: string,
  name: string,
  classes: readonly VehicleClass[],
  models: string,
  aliases: string,
];

// One maker per line.
// prettier-ignore
const truckMakers: readonly Row[] = [
  ['mercedes-benz', 'Mercedes-Benz', ['TU', 'TR', 'VA', 'BU'], 'Actros,Actros L,Arocs,Atego,Antos,Axor,Econic,eActros,eEconic,Zetros,Vario,Sprinter,eSprinter,Vito,eVito,Citan,Citaro,eCitaro,Conecto,Intouro,Tourismo,Travego', 'Mercedes,MB,Daimler,Benz'],
  ['volvo', 'Volvo', ['TU', 'TR', 'BU'], 'FH,FH16,FH Electric,FM,FM Electric,FMX,FE,FE Electric,FL,FL Electric,7900,8900,9700,9900,B8R,B11R', 'Volvo Trucks,Volvo Buses'],
  ['scania', 'Scania', ['TU', 'TR', 'BU'], 'R-series,S-series,G-series,P-series,L-series,XT,Citywide,Touring,Interlink,OmniExpress', 'Scania CV'],
  ['man', 'MAN', ['TU', 'TR', 'VA', 'BU'], "TGX,TGS,TGM,TGL,TGA,eTGX,TGE,eTGE,Lion's City,Lion's Coach,Lion's Intercity", 'M.A.N.,MAN Truck & Bus'],
  ['daf', 'DAF', ['TU', 'TR'], 'XF,XG,XG+,XD,XB,CF,LF', 'DAF Trucks'],
  ['iveco', 'Iveco', ['TU', 'TR', 'VA', 'BU'], 'S-Way,X-Way,T-Way,Stralis,Trakker,Eurocargo,Daily,eDaily,Crossway,Urbanway,Magelys,Evadys', 'Iveco Bus,Irisbus'],
  ['renault-trucks', 'Renault Trucks', ['TU', 'TR', 'VA'], 'T,T High,C,K,D,D Wide,E-Tech T,Premium,Magnum,Kerax,Midlum,Master,Trafic', 'Renault,Renault V.I.,RVI'],
  ['ford-trucks', 'Ford Trucks', ['TU', 'TR'], 'F-MAX,Cargo,F-LINE', 'Ford,Ford Otosan'],
  ['tatra', 'Tatra', ['TU', 'TR'], 'Phoenix,Terra,Force,T815', 'Tatra Trucks'],
  ['kamaz', 'KAMAZ', ['TU', 'TR'], '5490,54901,6520,65115,43118', 'Kamas'],
  ['maz', 'MAZ', ['TU', 'TR', 'BU'], '5440,6430,6501,103,203', ''],
  ['ural', 'Ural', ['TU', 'TR'], '4320,Next', ''],
  ['sisu', 'Sisu', ['TU', 'TR'], 'Polar,Rock', 'Sisu Auto'],
  ['ginaf', 'GINAF', ['TU', 'TR'], 'X 4243,X 5250,X 5376', ''],
  ['terberg', 'Terberg', ['TU', 'TR'], 'YT 182,YT 193,YT 223,RT 223,FM 2850', ''],
  ['astra', 'Astra', ['TU', 'TR'], 'HD8,HD9', ''],
  ['foton', 'Foton', ['TU', 'TR'], 'Auman,Aumark', ''],
  ['faw', 'FAW', ['TU', 'TR'], 'J6,J7', 'Jiefang'],
  ['dongfeng', 'Dongfeng', ['TU', 'TR'], 'KL,KX,Captain', 'DFM'],
  ['sinotruk', 'Sinotruk', ['TU', 'TR'], 'Howo,Sitrak,Hohan', 'Howo,Sitrak,CNHTC'],
  ['shacman', 'Shacman', ['TU', 'TR'], 'X3000,X5000,X6000,F3000', ''],
  ['beiben', 'Beiben', ['TU', 'TR'], 'V3,NG80', 'North Benz'],
  ['jac', 'JAC', ['TU', 'TR'], 'N-series,Gallop', ''],
  ['hyundai', 'Hyundai', ['TU', 'TR', 'VA', 'BU'], 'Xcient,Mighty,H350,H-1,Staria,County,Universe', ''],
  ['isuzu', 'Isuzu', ['TU', 'TR', 'VA', 'BU'], 'N-series,F-series,D-Max,Novo,Visigo,Citiport', ''],
  ['hino', 'Hino', ['TU', 'TR'], '300,500,700', ''],
  ['ud-trucks', 'UD Trucks', ['TU', 'TR'], 'Quon,Croner,Quester', 'Nissan Diesel'],
  ['mitsubishi-fuso', 'Mitsubishi Fuso', ['TU', 'TR', 'VA'], 'Canter,eCanter,Super Great', 'Fuso,Mitsubishi'],
  ['freightliner', 'Freightliner', ['TU', 'TR'], 'Cascadia,Columbia,Coronado,M2 106,eCascadia', ''],
  ['kenworth', 'Kenworth', ['TU', 'TR'], 'T680,T880,W900,T800,W990', ''],
  ['peterbilt', 'Peterbilt', ['TU', 'TR'], '379,389,567,579,589', ''],
  ['mack', 'Mack', ['TU', 'TR'], 'Anthem,Granite,Pinnacle,Pioneer', 'Mack Trucks'],
  ['international', 'International', ['TU', 'TR'], 'LT,LoneStar,ProStar,HX,MV', 'Navistar'],
  ['western-star', 'Western Star', ['TU', 'TR'], '4700,4900,47X,49X,57X', ''],
  ['unimog', 'Unimog', ['TR'], 'U 300,U 400,U 500,U 218,U 427,U 530,U 4023,U 5023', 'Mercedes Unimog'],
  ['multicar', 'Multicar', ['TR', 'VA'], 'M26,M27,M31,Fumo,Tremo', 'Hako Multicar'],
  ['dennis-eagle', 'Dennis Eagle', ['TR'], 'Elite,Olympus,eCollect', 'Dennis'],
  ['nikola', 'Nikola', ['TU'], 'Tre', ''],
  ['bmc', 'BMC', ['TU', 'TR', 'BU'], 'Tugra,Neocity,Procity', ''],
];

// One maker per line.
// prettier-ignore
const vanMakers: readonly Row[] = [
  ['volkswagen', 'Volkswagen', ['VA'], 'Crafter,e-Crafter,Transporter,Caddy,Amarok,LT,ID. Buzz Cargo', 'VW,VW Nutzfahrzeuge'],
  ['ford', 'Ford', ['VA'], 'Transit,E-Transit,Transit Custom,Transit Connect,Transit Courier,Tourneo Custom,Tourneo Connect,Ranger', 'Ford Pro'],
  ['fiat', 'Fiat', ['VA'], 'Ducato,E-Ducato,Doblo,Scudo,Talento,Fiorino', 'Fiat Professional'],
  ['renault', 'Renault', ['VA'], 'Master,Trafic,Kangoo,Express', ''],
  ['peugeot', 'Peugeot', ['VA'], 'Boxer,e-Boxer,Expert,Partner', ''],
  ['citroen', 'Citroën', ['VA'], 'Jumper,Jumpy,Berlingo,SpaceTourer,Relay,Dispatch', ''],
  ['opel', 'Opel', ['VA'], 'Movano,Vivaro,Combo', ''],
  ['vauxhall', 'Vauxhall', ['VA'], 'Movano,Vivaro,Combo', ''],
  ['toyota', 'Toyota', ['VA', 'FL'], 'Proace,Proace City,Proace Max,Hiace,Hilux,Tonero,Traigo,BT Reflex', 'Toyota Material Handling,BT'],
  ['nissan', 'Nissan', ['VA'], 'Interstar,Primastar,Townstar,NV200,NV300,NV400,Cabstar,Navara', ''],
  ['gaz', 'GAZ', ['VA'], 'GAZelle Next,GAZelle Business,Sobol', 'Gazelle'],
  ['maxus', 'Maxus', ['VA'], 'Deliver 7,Deliver 9,eDeliver 3,eDeliver 9', 'SAIC Maxus'],
  ['ldv', 'LDV', ['VA'], 'V80,EV80,Convoy,Maxus', ''],
  ['piaggio', 'Piaggio', ['VA'], 'Porter,Porter NP6,Ape', ''],
];

// One maker per line.
// prettier-ignore
const trailerMakers: readonly Row[] = [
  ['schmitz-cargobull', 'Schmitz Cargobull', ['ST', 'TL'], 'S.CS,S.CS Mega,S.KO Cool,S.KO Express,S.BO,S.KI,S.CF,S.PL,M.CS,Z.KO', 'Schmitz,Cargobull,Schmitz-Cargobull AG'],
  ['krone', 'Krone', ['ST', 'TL'], 'Profi Liner,Mega Liner,Coil Liner,Cool Liner,Dry Liner,Box Liner,Flat Liner,Container Carrier,SDP,SDR,Box Carrier', 'Fahrzeugwerk Krone,Krone Trailer'],
  ['koegel', 'Kögel', ['ST', 'TL'], 'Cargo,Light,Mega,Cool,Port,Box,Multi', 'Kogel'],
  ['wielton', 'Wielton', ['ST', 'TL'], 'NS 3,NS 3 Mega,NW 3,NW,PC 2,Curtain Master,Strong Master', ''],
  ['fruehauf', 'Fruehauf', ['ST', 'TL'], 'Tautliner,Tautliner Mega,Savoyarde,Plateau', 'Trailor'],
  ['lamberet', 'Lamberet', ['ST'], 'SR2 HD,SR2 Green Liner,SR2 SuperBeef', ''],
  ['chereau', 'Chéreau', ['ST'], 'Inogam,Optigam,Performance', ''],
  ['benalu', 'Benalu', ['ST'], 'BulkLiner,SideLiner,MultiRunner,AgriLiner', ''],
  ['lecitrailer', 'Lecitrailer', ['ST'], 'Tautliner Plus,Mega Tautliner,Frigo', 'Leci Trailer'],
  ['maisonneuve', 'Maisonneuve', ['ST'], '', ''],
  ['tirsan', 'Tirsan', ['ST', 'TL'], 'Tautliner,Mega', 'Tırsan'],
  ['zaslaw', 'Zasław', ['ST', 'TL'], 'D-653', 'Zaslaw Trailis'],
  ['ifor-williams', 'Ifor Williams', ['TL'], 'LM,GX,TA5,HB,CT', 'IWT'],
  ['schwarzmueller', 'Schwarzmüller', ['ST', 'TL'], 'Curtainsider,Tipper,Low loader,Walking floor,RH125,Platform', 'Schwarzmuller,Wilhelm Schwarzmüller'],
  ['fliegl', 'Fliegl', ['ST', 'TL', 'AG'], 'SDS,DHKS,TMK,ZPS', 'Fliegl Trailer'],
  ['kaessbohrer', 'Kässbohrer', ['ST', 'TL'], 'K.SCS,K.SCX,K.SSK,K.SHG,K.SLL', 'Kassbohrer'],
  ['faymonville', 'Faymonville', ['ST', 'TL'], 'MegaMAX,GigaMAX,MultiMAX,TeleMAX,CargoMAX,FlexMAX', 'MAX Trailer'],
  ['goldhofer', 'Goldhofer', ['ST', 'TL'], 'STZ-L,STN-L,STZ-P,TU,Stepstar,Arcus', ''],
  ['broshuis', 'Broshuis', ['ST'], 'Multi UltraChassis,2 Connect', ''],
  ['nooteboom', 'Nooteboom', ['ST', 'TL'], 'Euro-PX,MCO-PX,OSDS,OVB,Teletrailer', ''],
  ['langendorf', 'Langendorf', ['ST'], 'SKA,SKS,Flexliner', ''],
  ['meiller', 'Meiller', ['ST', 'TL', 'TR'], 'MHPS,TR3,MZDA,D316,RK 20', 'Meiller Kipper,F.X. Meiller'],
  ['humbaur', 'Humbaur', ['TL'], 'HTK,HBT,HS,HA,HN', ''],
  ['boeckmann', 'Böckmann', ['TL'], 'Comfort,Portax,Tandem,DK-AL', 'Bockmann'],
  ['knapen', 'Knapen', ['ST'], 'K100,K200,K502', 'Knapen Trailers'],
  ['stas', 'Stas', ['ST', 'TL'], 'BuildSTAR,AgroSTAR,BioSTAR,EcoSTAR', ''],
  ['feldbinder', 'Feldbinder', ['ST', 'TL'], 'EUT,KIP,TSA', 'FFB'],
  ['lag', 'LAG', ['ST'], '', 'LAG Trailers'],
  ['gray-adams', 'Gray & Adams', ['ST', 'TL'], '', 'Gray and Adams'],
  ['van-hool', 'Van Hool', ['BU', 'ST'], 'A320,TX,Astron,ExquiCity,T9', 'Vanhool'],
  ['kempf', 'Kempf', ['ST', 'TL'], 'SKM', ''],
  ['kraker', 'Kraker', ['ST'], 'CF-Z,K-Force', 'Kraker Trailers'],
  ['menci', 'Menci', ['ST', 'TL'], 'SA,SL', ''],
  ['wecon', 'Wecon', ['TL'], 'AWZ,BDF', ''],
  ['saris', 'Saris', ['TL'], 'PL,K3,Magnum', ''],
  ['brenderup', 'Brenderup', ['TL'], '1205,4260,5420', ''],
  ['unsinn', 'Unsinn', ['TL'], 'UDK,UKH,WEB', ''],
];

// One maker per line.
// prettier-ignore
const busMakers: readonly Row[] = [
  ['setra', 'Setra', ['BU'], 'S 415,S 416,S 417,S 515,S 516,S 517,S 531,ComfortClass,TopClass,MultiClass', ''],
  ['neoplan', 'Neoplan', ['BU'], 'Cityliner,Skyliner,Tourliner,Starliner', ''],
  ['solaris', 'Solaris', ['BU'], 'Urbino,InterUrbino,Vacanza', 'Solaris Bus'],
  ['otokar', 'Otokar', ['BU'], 'Kent,Sultan,Vectio,Navigo,Territo', ''],
  ['vdl', 'VDL', ['BU'], 'Citea,Futura', 'VDL Bus & Coach,Berkhof'],
  ['temsa', 'Temsa', ['BU'], 'Maraton,Safari,MD9,LD SB,Opalin', ''],
  ['irizar', 'Irizar', ['BU'], 'i6,i6S,i4,i8,PB,ie bus', ''],
  ['bova', 'Bova', ['BU'], 'Futura,Magiq', ''],
  ['king-long', 'King Long', ['BU'], 'XMQ 6127,XMQ 6900,C9', ''],
  ['yutong', 'Yutong', ['BU'], 'E12,U11DD,ZK 6122,T13', ''],
  ['karsan', 'Karsan', ['BU'], 'Atak,Jest,e-Jest,e-Atak', ''],
];

// One maker per line.
// prettier-ignore
const machineMakers: readonly Row[] = [
  ['caterpillar', 'Caterpillar', ['CM'], '301.7,305,308,313,320,323,330,336,M315,M318,906,914,926,938,950,966,972,D5,D6,D8,140,432,725,745,TH408,CB2.7', 'CAT'],
  ['komatsu', 'Komatsu', ['CM'], 'PC18,PC80,PC138,PC210,PC290,PC360,PW148,PW160,WA200,WA320,WA380,WA470,D51,D61,D65,HM300,HM400,HD605,WB97', ''],
  ['liebherr', 'Liebherr', ['CM'], 'R 914,R 922,R 926,R 936,R 945,A 914,A 918,A 920,A 924,L 507,L 514,L 538,L 556,L 566,L 580,PR 726,PR 736,LTM 1030,LTM 1050,LTM 1070,LTM 1100,LTM 1230,T 33-10', ''],
  ['hitachi', 'Hitachi', ['CM'], 'ZX17,ZX55,ZX85,ZX130,ZX210,ZX250,ZX300,ZX350,ZX145W,ZX170W,ZW180,ZW220', 'Hitachi Construction Machinery'],
  ['jcb', 'JCB', ['CM', 'AG', 'FL'], '3CX,4CX,JS130,JS220,220X,8018,8026,86C-2,531-70,535-95,540-140,540-170,407,427,457,Fastrac,Hydradig', 'J.C.B.'],
  ['volvo-ce', 'Volvo CE', ['CM'], 'EC140,EC220,EC250,EC300,ECR88,ECR145,EW140,EW160,EW180,L45,L60,L90,L120,L150,L220,A25,A30,A40,SD115,DD25', 'Volvo,Volvo Construction Equipment'],
  ['case', 'Case', ['CM', 'AG'], '580 ST,590 SR,695 ST,CX130,CX210,CX245,621,721,821,921,SR175,SV185', 'Case CE,Case Construction'],
  ['new-holland', 'New Holland', ['CM', 'AG'], 'B110,B115,E215,W110,W170,T6,T7,T8,TC5,CR9.90,CX8', 'NH,New Holland Construction'],
  ['bobcat', 'Bobcat', ['CM'], 'E10,E19,E27,E35,E50,E85,S100,S450,S530,S650,T590,TL38.70', ''],
  ['wacker-neuson', 'Wacker Neuson', ['CM'], 'ET16,ET18,EZ17,EZ26,EZ36,ET65,WL28,WL32,DPU 6555,RD28', 'Wacker,Neuson'],
  ['kubota', 'Kubota', ['CM', 'AG'], 'KX016,KX019,KX027,KX057,KX080,U10,U17,U27,U50,R065,R090,M7,M5,L1', ''],
  ['takeuchi', 'Takeuchi', ['CM'], 'TB210,TB216,TB225,TB240,TB260,TB290,TB2150,TL8,TL12', ''],
  ['yanmar', 'Yanmar', ['CM', 'AG'], 'SV08,SV17,SV26,ViO17,ViO25,ViO50,ViO80,V70,V120,B75W', ''],
  ['kobelco', 'Kobelco', ['CM'], 'SK17,SK28,SK55,SK85,SK140,SK210,SK260,SK350,CKE900', ''],
  ['develon', 'Develon', ['CM'], 'DX140,DX165W,DX190W,DX225,DX255,DX300,DX350,DL250,DL300,DL420,DA30,DA45', 'Doosan,Daewoo,Doosan Infracore'],
  ['hyundai-ce', 'Hyundai CE', ['CM'], 'HX140,HX210,HX220,HX260,HX300,HX330,HW140,HW160,HL940,HL955,HL960', 'Hyundai,Hyundai Construction Equipment'],
  ['xcmg', 'XCMG', ['CM'], 'XE215,XE370,LW300,LW500,XCA60', ''],
  ['sany', 'Sany', ['CM'], 'SY16,SY26,SY75,SY135,SY215,SY265,SY365,STC', ''],
  ['zoomlion', 'Zoomlion', ['CM'], 'ZE215,ZE370,ZTC,ZS', ''],
  ['liugong', 'LiuGong', ['CM'], '922,925,856,877,CLG', ''],
  ['terex', 'Terex', ['CM'], 'TC48,TC85,TW110,TA30,AC 40,RT', 'Terex-Demag'],
  ['atlas', 'Atlas', ['CM'], '140 W,160 W,180 W,1604,AR 65,AR 75', 'Atlas Maschinen,Atlas Weyhausen'],
  ['wirtgen', 'Wirtgen', ['CM'], 'W 50,W 100,W 120,W 200,W 210,WR 200,WR 240', ''],
  ['voegele', 'Vögele', ['CM'], 'Super 800,Super 1300,Super 1600,Super 1800,Super 1900', 'Vogele'],
  ['bomag', 'Bomag', ['CM'], 'BW 80,BW 100,BW 120,BW 138,BW 174,BW 177,BW 213,BW 219,BF 300', ''],
  ['hamm', 'Hamm', ['CM'], 'HD 10,HD 12,HD 13,HD 90,HD 110,H 7,H 11,H 13', ''],
  ['dynapac', 'Dynapac', ['CM'], 'CA1500,CA2500,CA3500,CC1200,CC2200,SD2500', ''],
  ['ammann', 'Ammann', ['CM'], 'ARX 12,ARX 26,ARX 45,ASC 70,ASC 110,APH 6530', ''],
  ['tadano', 'Tadano', ['CM'], 'ATF 40,ATF 70,ATF 90,ATF 130,AC 3.045,AC 4.080,GR-300', 'Tadano Faun,Demag'],
  ['grove', 'Grove', ['CM'], 'GMK 3050,GMK 3060,GMK 4100,GMK 5150,RT 540', ''],
  ['putzmeister', 'Putzmeister', ['CM', 'TR'], 'BSF 28,BSF 36,BSF 42,BSA 1005,M 740', ''],
  ['schwing', 'Schwing', ['CM', 'TR'], 'S 28,S 36,S 42,SP 1000', 'Schwing-Stetter,Stetter'],
  ['manitou', 'Manitou', ['CM', 'AG', 'FL'], 'MT 625,MT 1335,MT 1440,MT 1840,MRT 2150,MRT 2550,MLT 635,MLT 741,160 ATJ,MC 25', ''],
  ['merlo', 'Merlo', ['CM', 'AG'], 'P 27.6,P 40.17,Roto 40.25,Roto 50.26,TF 35.7,TF 42.7', ''],
  ['genie', 'Genie', ['CM'], 'GS-1932,GS-2646,GS-4069,S-65,S-85,Z-45,Z-60', ''],
  ['haulotte', 'Haulotte', ['CM'], 'Compact 10,Compact 12,HA16,HA20,HT23,Star 10', ''],
  ['jlg', 'JLG', ['CM'], '1932,2646,4069,450AJ,600AJ,660SJ,860SJ', ''],
  ['sennebogen', 'Sennebogen', ['CM'], '818,821,825,830,835,718,643', ''],
  ['bell', 'Bell', ['CM'], 'B20,B25,B30,B40,B50', 'Bell Equipment'],
  ['hydrema', 'Hydrema', ['CM'], '906,912,922,MX14,MX16,MX18', ''],
  ['weidemann', 'Weidemann', ['CM', 'AG'], '1140,1160,1280,2070,T4512,T6027', ''],
  ['kramer', 'Kramer', ['CM', 'AG'], '350,480,5050,5085,8085,KT356', ''],
  ['mecalac', 'Mecalac', ['CM'], '6MCR,8MCR,9MWR,11MWR,12MTX,AS 900', ''],
  ['kleemann', 'Kleemann', ['CM'], 'MC 110,MC 120,MR 110,MR 130,MS 16', ''],
];

// One maker per line.
// prettier-ignore
const forkliftAndFarmMakers: readonly Row[] = [
  ['linde', 'Linde', ['FL'], 'E16,E20,E30,H25,H30,H50,R14,R16,T20,L14', 'Linde Material Handling'],
  ['jungheinrich', 'Jungheinrich', ['FL'], 'EFG 216,EFG 320,DFG 425,ETV 214,ETV 216,EJE 116,EJC 110', ''],
  ['still', 'STILL', ['FL'], 'RX 20,RX 50,RX 60,RX 70,FM-X,EXU,EXV', ''],
  ['hyster', 'Hyster', ['FL'], 'H2.5FT,H3.0FT,H4.0FT,J1.8XN,H16XM', ''],
  ['kalmar', 'Kalmar', ['FL', 'TU'], 'DRF 450,DCE 90,Ottawa,TR618', ''],
  ['crown', 'Crown', ['FL'], 'FC,SC,ESR,WT,ST', ''],
  ['yale', 'Yale', ['FL'], 'ERP,GDP,MR,MP', ''],
  ['john-deere', 'John Deere', ['AG', 'CM'], '6R,6M,7R,8R,9R,S 780,T 670,310,410,644', 'Deere,JD'],
  ['fendt', 'Fendt', ['AG'], '200 Vario,300 Vario,500 Vario,700 Vario,900 Vario,1000 Vario,Ideal', ''],
  ['claas', 'Claas', ['AG'], 'Arion,Axion,Xerion,Lexion,Tucano,Jaguar,Torion,Scorpion', 'Class'],
  ['massey-ferguson', 'Massey Ferguson', ['AG'], '5S,6S,7S,8S,5700,Activa', 'MF'],
  ['case-ih', 'Case IH', ['AG'], 'Puma,Maxxum,Optum,Magnum,Quadtrac,Axial-Flow', 'Case International'],
  ['deutz-fahr', 'Deutz-Fahr', ['AG'], '5G,6C,6G,7 TTV,8 TTV,Agrotron', 'Deutz'],
  ['zetor', 'Zetor', ['AG'], 'Major,Proxima,Forterra,Crystal', ''],
  ['valtra', 'Valtra', ['AG'], 'A series,G series,N series,T series,S series', ''],
  ['ponsse', 'Ponsse', ['AG'], 'Buffalo,Elk,Wisent,Ergo,Scorpion King', ''],
  ['lemken', 'Lemken', ['AG'], 'Juwel,Rubin,Heliodor,Solitair', ''],
  ['amazone', 'Amazone', ['AG'], 'ZA-TS,UX,Cirrus,Catros,Pantera', ''],
];

/** For makers that are not listed: small body builders and home markets. Comes last. */
const otherMaker: Row = [
  'other',
  'Other',
  ['TU', 'TR', 'VA', 'ST', 'TL', 'BU', 'CM', 'FL', 'AG'],
  '',
  'Sonstige,Andere,Eigenbau',
];

const split = (text: string): string[] => (text === '' ? [] : text.split(','));

export const seedBrands: readonly SeedBrand[] = [
  ...truckMakers,
  ...vanMakers,
  ...trailerMakers,
  ...busMakers,
  ...machineMakers,
  ...forkliftAndFarmMakers,
  otherMaker,
].map(([slug, name, classes, models, aliases]) => ({
  slug,
  name,
  classes,
  models: split(models),
  aliases: split(aliases),
}));
